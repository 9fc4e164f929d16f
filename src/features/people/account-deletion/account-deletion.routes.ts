import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { deleteAccount } from './account-deletion.contract.ts'

export const accountDeletionRoutes = [
  implement(deleteAccount, async ({ request, body, member, ctx }) => {
    const who = await ctx.identity.identify(request.headers.get('authorization') ?? undefined)
    if (!who) throw new AppError('not_signed_in', t('Sign in to do this.'))
    await ctx.deleteAccount({ memberId: member.id, subject: who.subject, posts: body.posts })
    return null
  }),
]
