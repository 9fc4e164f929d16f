import * as z from 'zod/mini'
import { job } from '#kernel/job.ts'
import { Id } from '#schemas/ids.contract.ts'

/** Moves the posts of a tag that was renamed or merged. One at a time, so that two moves do not undo each other. */
export const moveTag = job('tags.move', {
  summary: 'Move a renamed tag’s posts',
  payload: z.object({ fromId: Id, toId: Id }),
  queue: 'tags',
})
