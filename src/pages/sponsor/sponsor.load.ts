import { profileLinksQuery } from '#features/people/profile-links/profile-links.hooks.ts'
import { findLinks } from '#features/people/profile-links/profile-links.store.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { findOwner, findUserById, findUserByUsername } from '#features/people/profiles/profiles.store.ts'
import { Username } from '#features/people/profiles/usernames.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { findGoalOf } from '#features/work/sponsorship/sponsor-goals.store.ts'
import { listTiers } from '#features/work/sponsorship/sponsor-tiers.store.ts'
import { findSponsors } from '#features/work/sponsorship/sponsors.store.ts'
import { facesShown, goalQuery, sponsorsQuery, tiersQuery } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { type ownSponsorAddress, sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import type { Db } from '#kernel/db.ts'
import { preload } from '#web/preload.ts'
import type { Load, Loaded } from '../page.ts'
import { userByIdQuery } from './user-by-id.ts'

/** Loads a member's sponsor page. Redirects ids and other spellings to the member's username. */
export const loadSponsor: Load<typeof sponsorAddress> = async ({ db }, { params: { username: name } }) => {
  const user = await findUser(db, name)
  if (!user) return { status: 404, entries: [preload(nobodyOf(name), null)] }
  if (user.username !== name) return { redirectTo: sponsorAddress.href({ username: user.username }), entries: [] }
  return { entries: await entriesOf(db, user) }
}

/** Loads the site owner's sponsor page; nothing on an empty site. */
export const loadOwnSponsor: Load<typeof ownSponsorAddress> = async ({ db }) => {
  const owner = await findOwner(db)
  return { entries: owner ? await entriesOf(db, owner) : [] }
}

const nobodyOf = (name: string) => (/^\d+$/.test(name) ? userByIdQuery(Number(name)) : userQuery(name))

async function findUser(db: Db, name: string): Promise<User | null> {
  const id = IdText.safeParse(name)
  if (id.success) return findUserById(db, id.data, null)
  const username = Username.safeParse(name)
  return username.success ? findUserByUsername(db, username.data, null) : null
}

async function entriesOf(db: Db, user: User): Promise<Loaded['entries']> {
  const { id, username } = user
  const [links, goal, tiers, sponsors] = await Promise.all([
    findLinks(db, id),
    findGoalOf(db, id),
    listTiers(db, id),
    findSponsors(db, id, { page: 1, limit: facesShown }),
  ])
  const entry = preload(userQuery(username), user)
  if (!links || !tiers || !sponsors) return [entry] // the account was deleted in the meantime
  return [
    entry,
    preload(profileLinksQuery(id), links),
    preload(goalQuery(id), goal?.goal ?? null),
    preload(tiersQuery(id), tiers),
    preload(sponsorsQuery(id), sponsors),
  ]
}
