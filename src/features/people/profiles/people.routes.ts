import { t } from '#messages/messages.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Db } from '#kernel/db.ts'
import { implement } from '#kernel/implement.ts'
import { getConnections, getFollowers, getFollowing, getUsers } from './profiles.contract.ts'
import { isMember, listFollowers, listFollowing, listUsers } from './people.store.ts'
import { findUserById } from './profiles.store.ts'

export const peopleRoutes = [
  implement(getUsers, ({ query, member, ctx }) => listUsers(ctx.db, query, member?.id ?? null)),
  implement(getFollowers, async ({ params: { id }, query, member, ctx }) => {
    await requireMember(ctx.db, id)
    return listFollowers(ctx.db, id, query, member?.id ?? null)
  }),
  implement(getFollowing, async ({ params: { id }, query, member, ctx }) => {
    await requireMember(ctx.db, id)
    return listFollowing(ctx.db, id, query, member?.id ?? null)
  }),
  implement(getConnections, async ({ member, ctx }) => {
    const me = found(await findUserById(ctx.db, member.id, member.id), 'User')
    const { followers, following, followersCount, followingCount } = me
    return { followers, following, followersCount, followingCount }
  }),
]

async function requireMember(db: Db, id: number): Promise<void> {
  if (!(await isMember(db, id))) throw new AppError('not_found', t('User not found'))
}
