import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'

/** A post (`commentId` is null) or a comment on it. */
export const LinkingText = z.object({ postId: z.int(), commentId: z.nullable(z.int()) })
export type LinkingText = z.infer<typeof LinkingText>

/** Queues webmentions for the links that were added, and for those that were removed. */
export const scanLinks = job('sent-webmentions.look', {
  summary: () => t('Find the links in a post or comment'),
  payload: LinkingText,
  key: ({ postId, commentId }) => `${postId} ${commentId ?? ''}`,
  callsOut: true,
})
/** Resends webmentions to a post's link targets after a reply, because the linked pages may also show the replies. */
export const sendAgain = job('sent-webmentions.answered', {
  summary: () => t('Resend webmentions after a reply'),
  payload: z.object({ postId: z.int() }),
  key: ({ postId }) => String(postId),
  callsOut: true,
})
