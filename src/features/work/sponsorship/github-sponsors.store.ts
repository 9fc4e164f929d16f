import { createHash } from 'node:crypto'
import { type Db, inTransaction, one, run } from '#kernel/db.ts'
import type { Role } from '#schemas/roles.contract.ts'
import type { GithubSponsor } from './sponsorship-event.contract.ts'

/** Returns the member with this GitHub account. Unless the member is the site owner, the account's GitHub profile
 *  must link back to this site; otherwise, members could claim any account. */
export async function findSponsored(db: Db, login: string): Promise<number | null> {
  const row = await one<{ id: number }>(db)`
    select id from members where lower(github_username) = lower(${login}) and (
      id = (select id from site_owner)
      or exists (select from link_checks where member_id = members.id and verified_at is not null
        and lower(url) = lower('https://github.com/' || members.github_username)))
    order by id limit 1`
  return row && row.id
}

/** Returns the site's owner with their GitHub username; null on an empty site. */
export const findOwner = (db: Db) => one<{ id: number; githubUsername: string | null }>(db)`
  select id, github_username as "githubUsername" from members where id = (select id from site_owner)`

/** Records a webhook delivery. @returns whether it is new */
export const recordSponsorDelivery = async (db: Db, id: string): Promise<boolean> =>
  (await run(db)`insert into sponsor_deliveries (id) values (${id}) on conflict do nothing`) === 1

/** Deletes delivery records after three months. */
export const sweepSponsorDeliveries = (db: Db, nowMs: number) =>
  run(db)`delete from sponsor_deliveries where received_at < ${new Date(nowMs - 90 * 86_400_000)}`

/** Updates the member's GitHub sponsor with the result of `after`, which gets the member's role and returns null to
 *  change nothing. Locks the member. */
export async function updateGithubSponsor(
  db: Db,
  memberId: number,
  login: string,
  after: (known: GithubSponsor | null, member: { role: Role }) => GithubSponsor | null,
): Promise<void> {
  const member = await one<{ role: Role }>(db)`select role from members where id = ${memberId} for no key update`
  const next = member && after(await findGithubSponsor(db, memberId, login), member)
  if (next) await upsert(db, memberId, [storedSponsor(next)], null)
}

const findGithubSponsor = async (db: Db, memberId: number, login: string): Promise<GithubSponsor | null> => {
  const row = await one<Omit<GithubSponsor, 'login'>>(db)`
    select picture, profile_url as "profileUrl", monthly_cents as "monthlyCents", is_private as "isPrivate",
      is_active as "isActive", began_at as "beganAt"
    from sponsors where member_id = ${memberId} and source = 'github' and external_key = decode(${keyOf(login)}, 'hex')`
  return row && { ...row, login }
}

/** Saves the member's GitHub sponsors as of `at`; keeps later changes.
 *  @param isWhole the list is complete: sponsors missing from it have ended their sponsorship */
export const saveGithubSponsors = (db: Db, memberId: number, sponsors: GithubSponsor[], at: Date, isWhole: boolean) =>
  inTransaction(db, async (db) => {
    await run(db)`select from members where id = ${memberId} for no key update`
    await upsert(db, memberId, sponsors.map(storedSponsor), at)
    const keys = sponsors.map(({ login }) => keyOf(login))
    await run(db)`
      update sponsors set is_active = false, display_name = null, username = null, picture = null, profile_url = null,
        is_private = true
      where ${isWhole}::boolean and member_id = ${memberId} and source = 'github' and is_active and changed_at < ${at}
        and external_key <> all(select decode(key, 'hex') from unnest(${keys}::text[]) key)`
  })

/** Removes everything that identifies private and former sponsors. */
function storedSponsor({ login, picture, profileUrl, monthlyCents, isPrivate, isActive, beganAt }: GithubSponsor) {
  const isNamed = isActive && !isPrivate
  return {
    key: keyOf(login),
    name: isNamed ? login : null,
    picture: isNamed ? picture : null,
    profileUrl: isNamed ? profileUrl : null,
    monthlyCents,
    isNamed,
    isActive,
    beganAt: beganAt.toISOString(),
  }
}

const keyOf = (login: string) => createHash('sha256').update(`GitHub ${login.toLowerCase()}`).digest('hex')

const upsert = (db: Db, memberId: number, sponsors: ReturnType<typeof storedSponsor>[], at: Date | null) => run(db)`
  insert into sponsors as known (member_id, source, external_key, display_name, username, picture, profile_url,
    monthly_cents, since, is_private, is_active, began_at)
  select ${memberId}::int, 'github', decode(key, 'hex'), name, name, picture, "profileUrl", "monthlyCents",
    date_trunc('month', "beganAt" at time zone 'utc'), not "isNamed", "isActive", "beganAt"
  from jsonb_to_recordset(${JSON.stringify(sponsors)}::jsonb) as given (key text, name text, picture text,
    "profileUrl" text, "monthlyCents" int, "isNamed" boolean, "isActive" boolean, "beganAt" timestamptz)
  order by key
  on conflict (member_id, source, external_key) do update set display_name = excluded.display_name,
    username = excluded.username, picture = excluded.picture, profile_url = excluded.profile_url,
    monthly_cents = excluded.monthly_cents, since = excluded.since, is_private = excluded.is_private,
    is_active = excluded.is_active, began_at = excluded.began_at, changed_at = clock_timestamp()
  where ${at}::timestamptz is null or known.changed_at < ${at}`
