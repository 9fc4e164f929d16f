import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'
import { Id } from '#schemas/ids.contract.ts'

/** Moves the posts of a tag that was renamed or merged. One at a time, so that two moves do not undo each other. */
export const moveTag = job('tags.move', {
  summary: () => t('Move a renamed tag’s posts'),
  payload: z.object({ fromId: Id, toId: Id }),
  queue: 'tags',
})
