import { t } from '#messages/messages.ts'
import { found } from '#kernel/errors.ts'
import { allowed, type Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { findRole } from './roles.store.ts'
import { changeUsername, getUsernames, renameMember } from './username-changes.contract.ts'
import { changeUsernameOf, findUsernames } from './username-changes.store.ts'

export const usernameRoutes = [
  implement(getUsernames, async ({ ctx, member }) =>
    found(await findUsernames(ctx.db, member.id, new Date(ctx.clock.now())), 'Member'),
  ),
  implement(changeUsername, ({ ctx, body, member }) =>
    changeUsernameOf(ctx.db, { ...partsOf(ctx), memberId: member.id, actorId: member.id, ...body, isLimited: true }),
  ),
  implement(renameMember, async ({ ctx, params: { id: memberId }, body, member }) => {
    const role = found(await findRole(ctx.db, memberId), 'Member')
    allowed(role !== 'admin', t('Administrators must change their usernames themselves.'))
    return changeUsernameOf(ctx.db, { ...partsOf(ctx), memberId, actorId: member.id, ...body, isLimited: false })
  }),
]

const partsOf = ({ clock, identity, site }: Context) => ({
  now: new Date(clock.now()),
  ownerUsername: site.ownerUsername,
  rename: (...args: Parameters<typeof identity.renameAccount>) => identity.renameAccount(...args),
})
