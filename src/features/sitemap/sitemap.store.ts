import { type Db, many, one } from '#kernel/db.ts'

export interface SitemapPost {
  id: number
  updatedAt: Date
}

/** The posts with ids in that stretch, in order. */
export const listSitemapPosts = (db: Db, afterId: number, upToId: number) => many<SitemapPost>(db)`
  select id, updated_at as "updatedAt" from posts where id > ${afterId} and id <= ${upToId} order by id`

interface SitemapMember {
  username: string
  /** When they wrote last; null for who has not written. */
  wroteAt: Date | null
  /** Whether they ask for sponsors. */
  isSponsorable: boolean
}

/** The members with ids in that stretch, in order. When they wrote is read for all of them at once: where nearly all posts
 *  are by one member, it would be looked for among all posts for each of the others. */
export const listSitemapMembers = (db: Db, afterId: number, upToId: number) => many<SitemapMember>(db)`
  select username, "wroteAt", exists (select from sponsor_tiers where sponsor_tiers.member_id = members.id)
    or exists (select from sponsor_goals where sponsor_goals.member_id = members.id) as "isSponsorable"
  from members left join (
    select member_id, max(created_at) as "wroteAt" from posts
    where member_id > ${afterId} and member_id <= ${upToId} group by member_id) wrote on member_id = id
  where id > ${afterId} and id <= ${upToId} order by id`

interface SitemapProject {
  id: number
  updatedAt: Date
}

/** The projects with ids in that stretch, in order. */
export const listSitemapProjects = (db: Db, afterId: number, upToId: number) => many<SitemapProject>(db)`
  select id, updated_at as "updatedAt" from projects where id > ${afterId} and id <= ${upToId} order by id`

interface SitemapRecording {
  id: number
  livestreamId: number
  startedAt: Date
}

/** The recordings of public livestreams with ids in that stretch, in order. */
export const listSitemapRecordings = (db: Db, afterId: number, upToId: number) => many<SitemapRecording>(db)`
  select r.id, livestream_id as "livestreamId", r.started_at as "startedAt"
  from livestream_recordings r join livestreams s on s.id = livestream_id
  where is_public and r.id > ${afterId} and r.id <= ${upToId} order by r.id`

/** When any post, and when any article, was written or changed last; null without any. */
export async function lastChanges(db: Db): Promise<{ all: Date | null; articles: Date | null }> {
  const row = await one<{ all: Date | null; articles: Date | null }>(db)`
    select max(updated_at) as "all", max(updated_at) filter (where is_long_form) as articles from posts`
  return row ?? { all: null, articles: null }
}

/** Of the stretches of `size` ids, counted from 1, those that have posts, members, projects or recordings. */
export async function listSitemapPages(db: Db, size: number): Promise<number[]> {
  const rows = await many<{ page: number }>(db)`
    select page from generate_series(1, (select (greatest(max(id), (select max(id) from members),
      (select max(id) from projects), (select max(id) from livestream_recordings)) - 1) / ${size}::int + 1 from posts)) page
    where exists (select from posts where id > (page - 1) * ${size}::int and id <= page * ${size}::int)
      or exists (select from members where id > (page - 1) * ${size}::int and id <= page * ${size}::int)
      or exists (select from projects where id > (page - 1) * ${size}::int and id <= page * ${size}::int)
      or exists (select from livestream_recordings r join livestreams s on s.id = livestream_id
        where is_public and r.id > (page - 1) * ${size}::int and r.id <= page * ${size}::int)`
  return rows.map(({ page }) => page)
}
