import { type Db, many, one, run } from '#kernel/db.ts'
import { githubAddress } from '#features/people/profiles/profiles.contract.ts'
import type { LinkInput, ProfileLinks } from './profile-links.contract.ts'

interface LinksRow {
  username: string
  formerUsernames: string[]
  githubUsername: string | null
  links: LinkInput[]
  /** Verification times by URL. */
  verifiedAt: Record<string, string>
}

const findRow = (db: Db, memberId: number) => one<LinksRow>(db)`
  select username, github_username as "githubUsername",
    array(select distinct former.username from former_usernames former where former.member_id = members.id)
      as "formerUsernames",
    coalesce((select links from profile_links where member_id = members.id), '[]') as links,
    (select coalesce(jsonb_object_agg(url, verified_at), '{}') from link_checks
      where member_id = members.id and verified_at is not null) as "verifiedAt"
  from members where id = ${memberId}`

/** Returns the member's links, or null if there is no such member. */
export async function findLinks(db: Db, memberId: number): Promise<ProfileLinks | null> {
  const row = await findRow(db, memberId)
  if (!row) return null
  const verifiedAt = (url: string) => {
    const time = row.verifiedAt[url]
    return time === undefined ? null : new Date(time).toISOString()
  }
  return {
    links: row.links.map(({ label, url }) => ({ label, url, verifiedAt: verifiedAt(url) })),
    githubVerifiedAt: row.githubUsername === null ? null : verifiedAt(githubAddress(row.githubUsername)),
  }
}

/** Replaces the member's links. */
export const saveLinks = (db: Db, memberId: number, links: LinkInput[]) => run(db)`
  insert into profile_links (member_id, links) values (${memberId}, ${JSON.stringify(links)}::jsonb)
  on conflict (member_id) do update set links = excluded.links`

interface Pages {
  username: string
  /** A link to a profile URL with one of these usernames also counts as a link to this profile. */
  formerUsernames: string[]
  urls: string[]
}

/** Returns the usernames and the URLs to check, or null if there is no such member. */
export async function findPages(db: Db, memberId: number): Promise<Pages | null> {
  const row = await findRow(db, memberId)
  if (!row) return null
  const { username, formerUsernames, githubUsername, links } = row
  const github = githubUsername === null ? [] : [githubAddress(githubUsername)]
  return { username, formerUsernames, urls: [...new Set([...links.map(({ url }) => url), ...github])] }
}

/** The result of a check. `failing` means that the host could not be reached. */
export type CheckResult = 'links back' | 'no link' | 'failing'

interface Check {
  memberId: number
  url: string
  /** The profile URL that the check looked for. */
  profileUrl: string
  result: CheckResult
  now: Date
  dueAt: Date
  /** Marks older than this are revoked if the host fails. */
  trustedSince: Date
}

/** Saves the result of a check. If the host fails, a recent mark for the same profile URL is kept. */
export const saveCheck = (db: Db, { memberId, url, profileUrl, result, now, dueAt, trustedSince }: Check) => run(db)`
  insert into link_checks as before (member_id, url, profile_url, verified_at, due_at)
  values (${memberId}, ${url}, ${profileUrl}, ${result === 'links back' ? now : null}, ${dueAt})
  on conflict (member_id, url) do update set profile_url = excluded.profile_url, due_at = excluded.due_at,
    verified_at = case when ${result === 'failing'}::boolean and before.profile_url = excluded.profile_url
      and before.verified_at > ${trustedSince} then before.verified_at else excluded.verified_at end`

/** Deletes the results for URLs that the member has removed. */
export const forgetOtherChecks = (db: Db, memberId: number, urls: string[]) => run(db)`
  delete from link_checks where member_id = ${memberId} and url <> all(${urls}::text[])`

/** Deletes the member's links and their check results, for account deletion. */
export async function removeProfileLinksOf(db: Db, memberId: number): Promise<void> {
  await run(db)`delete from profile_links where member_id = ${memberId}`
  await run(db)`delete from link_checks where member_id = ${memberId}`
}

/** Returns members with links to check: those that are due, and those whose profile URL has changed. */
export async function listDue(db: Db, now: Date, profilesUrl: string, limit: number): Promise<number[]> {
  const rows = await many<{ id: number }>(db)`
    select distinct id from link_checks join members on id = member_id
    where due_at <= ${now} or profile_url <> ${profilesUrl}::text || username
    limit ${limit}`
  return rows.map(({ id }) => id)
}
