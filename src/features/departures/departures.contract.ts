import * as z from 'zod/mini'

/** Where a member says that they leave. */
export const departurePath = '/api/account/departure'

/** What becomes of their posts: removed, or kept as by a deleted member. */
const PostsChoice = z.enum(['remove', 'keep'], 'Please choose what becomes of your posts')
export type PostsChoice = z.infer<typeof PostsChoice>

export const Departure = z.object({ posts: PostsChoice })
export type Departure = z.infer<typeof Departure>

/** The form asks for the username as well, so that nobody leaves by mistake. */
export const departureForm = (username: string) =>
  z.extend(Departure, {
    username: z
      .string()
      .check(z.refine((typed) => typed.trim() === username, `Please enter your username, ${username}`)),
  })
