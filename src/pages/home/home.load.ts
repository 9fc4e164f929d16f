import { categoriesQuery } from '#features/writing/categories/categories.hooks.ts'
import { listCategories } from '#features/writing/categories/categories.store.ts'
import { activitiesOnCard } from '#features/work/github/activities.contract.ts'
import { listActivities } from '#features/work/github/github.store.ts'
import { recentActivitiesQuery } from '#features/work/github/recent-activities.hooks.ts'
import { maxAnnounced } from '#features/live/livestreams/announced-livestreams.contract.ts'
import { announcedLivestreamsQuery } from '#features/live/livestreams/announced-livestreams.hooks.ts'
import { listAnnouncedLivestreams } from '#features/live/livestreams/livestreams.store.ts'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { listPosts } from '#features/writing/posts/post-lists.store.ts'
import { postListQuery } from '#features/writing/posts/posts.hooks.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { findOwner, withoutPeople } from '#features/people/profiles/profiles.store.ts'
import type { Db } from '#kernel/db.ts'
import { preload } from '#web/preload.ts'
import type { Load, Loaded } from '../page.ts'
import type { homeAddress } from './home-address.ts'

export const loadHome: Load<typeof homeAddress> = async ({ db, clock, siteSettings }, { query: feed }) => {
  const [posts, categories, owner, livestreams] = await Promise.all([
    listPosts(db, { ...feed, limit: defaultLimit }, null),
    listCategories(db),
    findOwner(db),
    siteSettings.isOn('live') ? listAnnouncedLivestreams(db, clock.now(), maxAnnounced) : null,
  ])
  return {
    changesWithTime: livestreams !== null && livestreams.length > 0,
    entries: [
      preload(postListQuery(feed), posts),
      preload(categoriesQuery, categories),
      ...(livestreams ? [preload(announcedLivestreamsQuery, livestreams)] : []),
      ...(owner ? await cardsOf(db, owner, siteSettings.isOn('github')) : []),
    ],
  }
}

/** Loads the data for the cards next to the feed. */
async function cardsOf(db: Db, owner: User, hasGithub: boolean): Promise<Loaded['entries']> {
  const card: Loaded['entries'] = [preload(userQuery(owner.username), withoutPeople(owner))]
  if (!hasGithub || owner.githubUsername === null) return card
  const activities = await listActivities(db, owner.id, { limit: activitiesOnCard })
  return [...card, preload(recentActivitiesQuery(owner.id), activities)]
}
