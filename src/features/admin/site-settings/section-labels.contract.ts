import { t } from '#messages/messages.ts'
import type { Section } from '#schemas/sections.contract.ts'

interface SectionLabel {
  label: string
  /** What turning the section off removes. */
  hint: string
  /** The section is not in the navigation, so it has no position there. */
  isUnordered?: boolean
}

/** The labels used in the navigation. */
export const sectionLabels = (): Record<Section, SectionLabel> => ({
  feed: { label: t('Feed'), hint: t('Short posts, the list of all posts, and their RSS feeds') },
  blog: { label: t('Blog'), hint: t('Articles, series, drafts, and their RSS feeds') },
  live: { label: t('Live Stream'), hint: t('Livestreams, recordings, chats, and calendars') },
  projects: { label: t('Projects'), hint: t('The list of projects, and the projects on profiles') },
  sponsor: { label: t('Sponsor Me'), hint: t('Sponsor pages, goals, and tiers') },
  members: { label: t('Members'), hint: t('The list of all members. Their profiles remain.') },
  guestbook: { label: t('Guestbook'), hint: t('Short public messages to the owner, at /guestbook') },
  github: {
    label: 'GitHub',
    hint: t('GitHub activity on the home page, on profiles, and at /github'),
    isUnordered: true,
  },
})
