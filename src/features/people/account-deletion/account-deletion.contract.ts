import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'

/** What becomes of their posts: removed, or kept as by a deleted member. */
const PostsChoice = z.enum(['remove', 'keep'], 'Please choose what becomes of your posts')
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

/** The form asks for the username as well, so that nobody leaves by mistake. */
export const accountDeletionForm = (username: string) =>
  z.extend(AccountDeletion, {
    username: z
      .string()
      .check(z.refine((typed) => typed.trim() === username, `Please enter your username, ${username}`)),
  })
