import * as z from 'zod/mini'
import { postPath } from '#features/posts/posts.contract.ts'

/** Whether the post stands at the top of its author's profile. */
export const PinState = z.object({ isPinned: z.boolean() })
export type PinState = z.infer<typeof PinState>

export const pinPath = (postId: number | ':id') => `${postPath(postId)}/pin` as const

/** Of one member. */
export const maxPins = 3
export const tooManyPins = `You can pin at most ${maxPins} posts. Unpin another one first.`
export const notYoursToPin = 'You can only pin your own posts.'

/** Administrators too pin only what they wrote. */
export const canPinPost = (member: { id: number } | null, authorId: number): boolean => member?.id === authorId
