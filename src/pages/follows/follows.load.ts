import { followersAddress, followingAddress } from '#features/people/follows/follow-addresses.contract.ts'
import { followsQuery, type FollowSide } from '#features/people/follows/people.hooks.ts'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { listFollowers, listFollowing } from '#features/people/profiles/people.store.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { findUserByUsername } from '#features/people/profiles/profiles.store.ts'
import { Username } from '#features/people/profiles/usernames.contract.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

export const loadFollowers = loadSide('followers', listFollowers, followersAddress)
export const loadFollowing = loadSide('following', listFollowing, followingAddress)

function loadSide(
  side: FollowSide,
  list: typeof listFollowers,
  address: typeof followersAddress,
): Load<typeof followersAddress> {
  return async ({ db }, { params, query: { page } }) => {
    const username = Username.safeParse(params.username)
    const user = username.success ? await findUserByUsername(db, username.data, null) : null
    if (!user) return { status: 404, entries: [preload(userQuery(params.username), null)] }
    if (user.username !== params.username)
      return { redirectTo: address.href({ username: user.username }, { page }), entries: [] }
    const people = await list(db, user.id, { page, limit: defaultLimit }, null)
    return {
      entries: [preload(userQuery(user.username), user), preload(followsQuery(user.id, side, page), people)],
    }
  }
}
