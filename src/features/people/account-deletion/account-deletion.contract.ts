import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'

/** Whether posts are removed, or kept without their author. */
const PostsChoice = z.enum(['remove', 'keep'], { error: () => t('Choose what should happen to your posts') })
export type PostsChoice = z.infer<typeof PostsChoice>

export const AccountDeletion = z.object({ posts: PostsChoice })
export type AccountDeletion = z.infer<typeof AccountDeletion>

export const deleteAccount = endpoint('POST /api/account/departure', {
  summary: 'Delete your account',
  access: 'member',
  body: AccountDeletion,
  answer: z.null(),
  limits: [perMember('departures', 10, 3600)],
  needsRecentProof: true,
})

/** Returns the form's schema. It also requires the username, to prevent accidental deletion. */
export const accountDeletionForm = (username: string) =>
  z.extend(AccountDeletion, {
    username: z.string().check(
      z.refine((typed) => typed.trim() === username, {
        error: () => t('Enter your username, {username}', { username }),
      }),
    ),
  })
