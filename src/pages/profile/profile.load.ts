import { activitiesQuery } from '#features/work/github/activities.hooks.ts'
import { activitiesPerPage } from '#features/work/github/activities.contract.ts'
import { findContributions } from '#features/work/github/contributions.store.ts'
import { contributionsQuery, githubStatusQuery } from '#features/work/github/github.hooks.ts'
import { findGithubStatus, listActivities } from '#features/work/github/github.store.ts'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { profileLinksQuery } from '#features/people/profile-links/profile-links.hooks.ts'
import { findLinks } from '#features/people/profile-links/profile-links.store.ts'
import { talksQuery } from '#features/people/talks/talks.hooks.ts'
import { findTalks } from '#features/people/talks/talks.store.ts'
import { testimonialsQuery } from '#features/people/testimonials/testimonials.hooks.ts'
import { findTestimonials } from '#features/people/testimonials/testimonials.store.ts'
import { listPostsBy } from '#features/writing/posts/post-lists.store.ts'
import { articlesByQuery, pinnedPostsQuery, postsByQuery } from '#features/writing/posts/posts-by.hooks.ts'
import type { ownProfileAddress, profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { hasPosts } from '#features/discovery/site/site.contract.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { findOwner, findUserByUsername } from '#features/people/profiles/profiles.store.ts'
import { Username } from '#features/people/profiles/usernames.contract.ts'
import { projectListQuery } from '#features/work/projects/projects.hooks.ts'
import { findProjects } from '#features/work/projects/projects.store.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { preload } from '#web/preload.ts'
import { articlesShown } from '../portfolio/articles-shown.ts'
import type { Load, LoadContext, Loaded } from '../page.ts'
import { partOf, profileHref, type ProfilePart, type ProfileQuery, shownPartOf } from './profile-address.ts'

/** Loads a member's profile, and redirects to the username's canonical spelling. */
export const loadProfile: Load<typeof profileAddress> = async (ctx, { params, query }) => {
  const username = Username.safeParse(params.username)
  const user = username.success ? await findUserByUsername(ctx.db, username.data, null) : null
  if (!user) return { status: 404, entries: [preload(userQuery(params.username), null)] }
  if (user.username !== params.username) return { redirectTo: profileHref(user.username, partOf(query)), entries: [] }
  return loadedOf(ctx, user, query)
}

/** Loads the site owner's profile. An empty site has none. */
export const loadOwnProfile: Load<typeof ownProfileAddress> = async (ctx, { query }) => {
  const owner = await findOwner(ctx.db)
  if (!owner) return { entries: [] }
  return loadedOf(ctx, owner, query)
}

async function loadedOf(ctx: LoadContext, user: User, query: ProfileQuery): Promise<Loaded> {
  const part = shownPartOf(query, hasPosts(ctx.siteSettings.isOn))
  return { entries: await entriesOf(ctx, user, part), changesWithTime: hasYear(user, part) }
}

/** Reports whether the part of the profile shows a year of contributions, which moves on each day. */
const hasYear = ({ githubUsername }: User, { tab }: ProfilePart): boolean => tab === 'about' && githubUsername !== null

async function entriesOf(
  { db, clock, siteSettings }: LoadContext,
  user: User,
  { tab, page }: ProfilePart,
): Promise<Loaded['entries']> {
  const links = await findLinks(db, user.id)
  const profile = [
    preload(userQuery(user.username), user),
    ...(links ? [preload(profileLinksQuery(user.id), links)] : []),
  ]
  if (tab === 'github' && !siteSettings.isOn('github')) return profile
  if (tab === 'github' && user.githubUsername !== null) return [...profile, ...(await githubOf(db, user))]
  if (tab === 'about')
    return [
      ...profile,
      ...(await Promise.all([
        ...(siteSettings.isOn('projects') ? [projectsOf(db, user)] : []),
        ...(siteSettings.isOn('blog') ? [articlesOf(db, user)] : []),
        ...(siteSettings.isOn('github') && user.githubUsername !== null ? [contributionsOf(db, user, clock)] : []),
        talksOf(db, user),
        testimonialsOf(db, user),
      ])),
    ]
  if (tab !== 'posts') return profile
  const [posts, pinned] = await Promise.all([
    listPostsBy(db, user.id, { page, limit: defaultLimit }, null),
    listPostsBy(db, user.id, { page: 1, limit: defaultLimit, pinned: 'true' }, null),
  ])
  return [...profile, preload(postsByQuery(user.id, page), posts), preload(pinnedPostsQuery(user.id), pinned)]
}

async function githubOf(db: Db, { id, username }: User): Promise<Loaded['entries']> {
  const page = await listActivities(db, id, { limit: activitiesPerPage })
  return [
    preload(githubStatusQuery(username), await findGithubStatus(db, id)),
    preload(activitiesQuery({ userId: id, q: '' }), { pages: [page], pageParams: [null] }),
  ]
}

async function articlesOf(db: Db, { id }: User): Promise<Loaded['entries'][number]> {
  const query = { articles: 'true', page: 1, limit: articlesShown } as const
  return preload(articlesByQuery(id, articlesShown), await listPostsBy(db, id, query, null))
}

async function contributionsOf(db: Db, { id, username }: User, clock: Clock): Promise<Loaded['entries'][number]> {
  return preload(contributionsQuery(username), await findContributions(db, id, null, clock.now()))
}

async function talksOf(db: Db, { id }: User): Promise<Loaded['entries'][number]> {
  return preload(talksQuery(id), (await findTalks(db, id)) ?? { talks: [] })
}

async function testimonialsOf(db: Db, { id }: User): Promise<Loaded['entries'][number]> {
  return preload(testimonialsQuery(id), (await findTestimonials(db, id)) ?? { testimonials: [] })
}

async function projectsOf(db: Db, { id }: User): Promise<Loaded['entries'][number]> {
  return preload(projectListQuery({ userId: id }), await findProjects(db, { page: 1, userId: id }, null))
}
