import { followsQuery, type FollowSide } from '#features/follows/people.hooks.ts'
import { defaultLimit, pageAsked } from '#features/paging/paging.contract.ts'
import { listFollowers, listFollowing } from '#features/profiles/people.store.ts'
import { userQuery } from '#features/profiles/profiles.hooks.ts'
import { findUserByUsername } from '#features/profiles/profiles.store.ts'
import { Username } from '#features/profiles/usernames.contract.ts'
import type { Load } from '../page.ts'
import { followsHref } from './follows-address.ts'

export const loadFollowers: Load = loadSide('followers', listFollowers)
export const loadFollowing: Load = loadSide('following', listFollowing)

function loadSide(side: FollowSide, list: typeof listFollowers): Load {
  return async ({ db }, { params, query }) => {
    const username = Username.safeParse(params.username)
    const user = username.success ? await findUserByUsername(db, username.data, null) : null
    if (!user) return { status: 404, entries: [[userQuery(params.username ?? '').queryKey, null]] }
    const page = pageAsked(query.page)
    if (user.username !== params.username) return { redirectTo: followsHref(user.username, side, page), entries: [] }
    const people = await list(db, user.id, { page, limit: defaultLimit }, null)
    return {
      entries: [
        [userQuery(user.username).queryKey, user],
        [followsQuery(user.id, side, page).queryKey, people],
      ],
    }
  }
}
