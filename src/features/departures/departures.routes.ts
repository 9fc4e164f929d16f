import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { deleteAccount, type PostsChoice } from './departures.contract.ts'

declare module '#kernel/http.ts' {
  interface Context {
    /** Removes the member and their account, all or nothing. @throws AppError conflict for the last administrator,
     *  not_signed_in when they have left already */
    depart(leaving: { memberId: number; subject: string; posts: PostsChoice }): Promise<void>
  }
}

export const departureRoutes = [
  implement(deleteAccount, async ({ request, body, member, ctx }) => {
    const who = await ctx.identity.identify(request.headers.get('authorization') ?? undefined)
    if (!who) throw new AppError('not_signed_in', 'Please sign in to do this.')
    await ctx.depart({ memberId: member.id, subject: who.subject, posts: body.posts })
    return null
  }),
]
