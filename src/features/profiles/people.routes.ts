import { AppError, found } from '#kernel/errors.ts'
import { asAnyone, asMember, type Call, type Member, route } from '#kernel/http.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { PageQuery } from '#features/paging/paging.contract.ts'
import {
  type Connections,
  connectionsPath,
  followersPath,
  followingPath,
  UserListQuery,
  usersPath,
} from './profiles.contract.ts'
import { isMember, listFollowers, listFollowing, listUsers } from './people.store.ts'
import { findUserById } from './profiles.store.ts'

export const peopleRoutes = [
  route(
    'GET',
    usersPath,
    asAnyone(({ query, member, ctx }) => listUsers(ctx.db, UserListQuery.parse(query), member?.id ?? null)),
  ),
  route('GET', followersPath(':id'), asAnyone(peopleOf(listFollowers))),
  route('GET', followingPath(':id'), asAnyone(peopleOf(listFollowing))),
  route(
    'GET',
    connectionsPath,
    asMember(async ({ member, ctx }): Promise<Connections> => {
      const me = found(await findUserById(ctx.db, member.id, member.id), 'User')
      const { followers, following, followersCount, followingCount } = me
      return { followers, following, followersCount, followingCount }
    }),
  ),
]

function peopleOf(list: typeof listFollowers) {
  return async ({ params, query, member, ctx }: Call<Member | null>) => {
    const id = IdText.parse(params.id)
    const page = PageQuery.parse(query)
    if (!(await isMember(ctx.db, id))) throw new AppError('not_found', 'User not found')
    return list(ctx.db, id, page, member?.id ?? null)
  }
}
