import { t } from '#messages/messages.ts'

/** Names in reports for items that cannot be read, by their positions in the source, starting at 1. */
export const itemNames = {
  item: (number: number) => t('Item {number}', { number }),
  post: (number: number) => t('Post {number}', { number }),
  draft: (number: number) => t('Draft {number}', { number }),
  page: (number: number) => t('Page {number} (context: an item)', { number }),
  version: (number: number) => t('Version {number} (context: an item)', { number }),
  schedule: (number: number) => t('Schedule {number}', { number }),
  project: (number: number) => t('Project {number}', { number }),
}
