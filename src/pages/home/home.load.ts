import { categoriesQuery } from '#features/categories/categories.hooks.ts'
import { listCategories } from '#features/categories/categories.store.ts'
import { defaultLimit } from '#features/paging/paging.contract.ts'
import { listPosts } from '#features/posts/post-lists.store.ts'
import { postListQuery } from '#features/posts/posts.hooks.ts'
import type { User } from '#features/profiles/profiles.contract.ts'
import { userQuery } from '#features/profiles/profiles.hooks.ts'
import { findOwner } from '#features/profiles/profiles.store.ts'
import type { Load } from '../page.ts'
import { feedOf } from './feed-address.ts'

export const loadHome: Load = async ({ db, ownerUsername }, { query }) => {
  const feed = feedOf(query)
  const [posts, categories, owner] = await Promise.all([
    listPosts(db, { ...feed, limit: defaultLimit }, null),
    listCategories(db),
    findOwner(db, ownerUsername),
  ])
  return {
    entries: [
      [postListQuery(feed).queryKey, posts],
      [categoriesQuery.queryKey, categories],
      ...(owner ? [[userQuery(owner.username).queryKey, withoutPeople(owner)] satisfies [unknown, unknown]] : []),
    ],
  }
}

/** The card shows how many there are, not who: a hundred people would make every visitor's page heavier. */
const withoutPeople = (user: User): User => ({ ...user, followers: [], following: [] })
