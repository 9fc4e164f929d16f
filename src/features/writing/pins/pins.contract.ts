import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { t } from '#messages/messages.ts'
import { IdText } from '#schemas/ids.contract.ts'

/** Whether the post is pinned to its author's profile. */
const PinState = z.object({ isPinned: z.boolean() })

const ofPost = {
  access: 'member',
  params: { id: IdText },
  answer: PinState,
  limits: [perMember('pins', 60, 600)],
  changes: ['posts'],
} as const

export const pinPost = endpoint('PUT /api/posts/:id/pin', {
  summary: 'Pin a post to your profile',
  ...ofPost,
})
export const unpinPost = endpoint('DELETE /api/posts/:id/pin', { summary: 'Unpin a post', ...ofPost })

/** Maximum number of pins per member. */
export const maxPins = 3
export const tooManyPins = () => t('You can pin at most {maxPins} posts. Unpin another one first.', { maxPins })
export const notYoursToPin = () => t('You can only pin your own posts.')

/** Reports whether the member wrote the post. Administrators cannot pin other members' posts. */
export const canPinPost = (member: { id: number } | null, authorId: number): boolean => member?.id === authorId
