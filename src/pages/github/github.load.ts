import { activitiesQuery } from '#features/work/github/activities.hooks.ts'
import { findContributions } from '#features/work/github/contributions.store.ts'
import { activitiesPerPage } from '#features/work/github/activities.contract.ts'
import type { githubPageAddress } from '#features/work/github/github-addresses.contract.ts'
import { contributionsQuery, githubStatusQuery, repositoriesQuery } from '#features/work/github/github.hooks.ts'
import { findGithubStatus, listActivities, listRepositories } from '#features/work/github/github.store.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { findOwner, findUserByUsername } from '#features/people/profiles/profiles.store.ts'
import { Username } from '#features/people/profiles/usernames.contract.ts'
import type { Db } from '#kernel/db.ts'
import { preload } from '#web/preload.ts'
import type { Load, Loaded } from '../page.ts'
import { githubHref, type GithubView, viewOf } from './github-address.ts'

/** Loads a member's GitHub data; without a username, the site owner's. */
export const loadGithub: Load<typeof githubPageAddress> = async ({ db }, { query }) => {
  const view = viewOf(query)
  if (view.username === undefined) {
    const owner = await findOwner(db)
    return { entries: owner ? await entriesOf(db, owner, view) : [] }
  }
  const username = Username.safeParse(view.username)
  const user = username.success ? await findUserByUsername(db, username.data, null) : null
  if (!user) return { status: 404, entries: [preload(userQuery(view.username), null)] }
  if (user.username !== view.username)
    return { redirectTo: githubHref({ ...view, username: user.username }), entries: [] }
  return { entries: await entriesOf(db, user, view) }
}

async function entriesOf(db: Db, user: User, view: GithubView): Promise<Loaded['entries']> {
  const person: Loaded['entries'] = [preload(userQuery(user.username), user)]
  if (user.githubUsername === null) return person
  const [status, shown] = await Promise.all([findGithubStatus(db, user.id), shownOf(db, user, view)])
  return [...person, preload(githubStatusQuery(user.username), status), shown]
}

async function shownOf(
  db: Db,
  { id, username }: User,
  { tab, q, before, year }: GithubView,
): Promise<Loaded['entries'][number]> {
  if (tab === 'repositories') return preload(repositoriesQuery(username), await listRepositories(db, id))
  if (tab === 'contributions') {
    const contributions = await findContributions(db, id, year ?? null, Date.now())
    return preload(contributionsQuery(username, year), contributions)
  }
  const page = await listActivities(db, id, { limit: activitiesPerPage, before, q })
  return preload(activitiesQuery({ userId: id, q, before }), { pages: [page], pageParams: [before ?? null] })
}
