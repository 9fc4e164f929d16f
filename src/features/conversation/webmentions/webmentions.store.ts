import { shownText } from '#messages/messages.ts'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import type { Entry } from './source-entry.contract.ts'
import { verifyMention } from './webmentions.jobs.ts'
import type { Webmention, WebmentionList } from './webmentions.contract.ts'

/** The target of a mention. `postId` is null for a profile, a project, or the home page. */
export interface Target {
  ownerId: number
  postId: number | null
}

export const findArticleTarget = (db: Db, slug: string) => one<Target>(db)`
  select member_id as "ownerId", id as "postId" from readable_posts
  where id = (select post_id from post_slugs where slug = ${slug})`
export const findPostTarget = (db: Db, postId: number) => one<Target>(db)`
  select member_id as "ownerId", id as "postId" from readable_posts where id = ${postId}`
export const findProfileTarget = (db: Db, username: string) => one<Target>(db)`
  select id as "ownerId", null as "postId" from members where id = member_named(${username})`
/** Mentions of a project belong to the project's owner. */
export const findProjectTarget = (db: Db, projectId: number) => one<Target>(db)`
  select member_id as "ownerId", null as "postId" from projects where id = ${projectId}`
export const findHomeTarget = (db: Db) => one<Target>(db)`
  select id as "ownerId", null as "postId" from members where id = (select id from site_owner)`

export interface NewWebmention extends Target {
  sourceUrl: string
  sourceHost: string
  targetUrl: string
  targetPath: string
}

/** Minimum time between two webmentions with the same source and target. */
export const minIntervalMs = 30_000

/** The job that fetches the source of a mention. Each host has three queues, so that a slow host does not delay others;
 *  host names are hashed into a thousand buckets, because the database keeps queues forever. */
const verification = verifyMention.inSql({
  payload: sql`json_build_object('id', id)`,
  key: sql`'webmention ' || id`,
  queue: sql`'webmentions of ' || abs(hashtext(source_host) % 1024) || ' ' || id % 3`,
  maxAttempts: 5,
})

/** How long to wait before requeuing a mention whose job has neither succeeded nor scheduled a retry. */
const leaseMs = 15 * 60_000

const saving = (mention: NewWebmention, nowMs: number, checkAt: Date | null) => sql`
  insert into webmentions as known (source_url, source_host, target_url, target_path, owner_id, post_id, received_at,
    created_at, check_at)
  values (${mention.sourceUrl}, ${mention.sourceHost}, ${mention.targetUrl}, ${mention.targetPath}, ${mention.ownerId},
    ${mention.postId}, ${new Date(nowMs)}, ${new Date(nowMs)}, ${checkAt})
  on conflict (source_url, target_url) do update set received_at = excluded.received_at, failures = 0,
    check_at = excluded.check_at, state = case known.state when 'refused' then 'waiting' else known.state end
  where known.received_at <= ${new Date(nowMs - minIntervalMs)}
  returning id, key, source_host`

/** Saves a new or repeated mention and queues a job that fetches its source.
 *  @returns the key of its status page; null if the same mention was sent less than `minIntervalMs` ago */
export const receive = (db: Db, mention: NewWebmention, nowMs: number) => one<{ key: string }>(db)`
  with received as (${saving(mention, nowMs, new Date(nowMs + leaseMs))})
  select received.key from received, ${verification} as job`

/** Saves a mention whose source is never fetched, such as demo data. */
export const saveMention = (db: Db, mention: NewWebmention, nowMs: number) =>
  one<{ id: number }>(db)`${saving(mention, nowMs, null)}`

export type WebmentionState = 'waiting' | 'verified' | 'refused' | 'gone'
export type ModerationStatus = 'pending' | 'approved' | 'spam' | 'deleted'

export interface WebmentionStatus {
  sourceUrl: string
  targetUrl: string
  state: WebmentionState
  failure: string | null
  status: ModerationStatus
  receivedAt: Date
}

/** Returns the status for the sender, for 30 days after receipt. */
export async function findWebmentionStatus(db: Db, key: string, nowMs: number): Promise<WebmentionStatus | null> {
  const status = await one<WebmentionStatus>(db)`
    select source_url as "sourceUrl", target_url as "targetUrl", state, failure, status, received_at as "receivedAt"
    from webmentions where key = ${key}::uuid and received_at > ${new Date(nowMs - 30 * 86_400_000)}`
  return status && { ...status, failure: status.failure && shownText(status.failure) }
}

export interface StoredMention extends Target {
  id: number
  sourceUrl: string
  sourceHost: string
  targetUrl: string
  state: WebmentionState
  status: ModerationStatus
  authorUrl: string
  failures: number
  verifiedAt: Date | null
}

export const findMention = (db: Db, id: number) => one<StoredMention>(db)`
  select id, source_url as "sourceUrl", source_host as "sourceHost", target_url as "targetUrl", owner_id as "ownerId",
    post_id as "postId", state, status, author_url as "authorUrl", failures, verified_at as "verifiedAt"
  from webmentions where id = ${id}`

/** Queues jobs for mentions that are due to be verified again. @returns the number of jobs */
export async function queueDue(db: Db, nowMs: number, limit: number): Promise<number> {
  const row = await one<{ count: number }>(db)`
    with due as (
      update webmentions set check_at = ${new Date(nowMs + leaseMs)}
      where id in (select id from webmentions where check_at <= ${new Date(nowMs)} order by check_at limit ${limit}
        for update skip locked)
      returning id, source_host)
    select count(*)::int as count from due, ${verification} as job`
  return row?.count ?? 0
}

export interface Verified {
  entry: Entry
  photo: string | null
  status: ModerationStatus
  /** When to fetch the source again; null for never. */
  checkAt: Date | null
}

/** Saves the source's entry. */
export const saveVerified = (db: Db, id: number, { entry, photo, status, checkAt }: Verified, nowMs: number) => run(db)`
  update webmentions set state = 'verified', failure = null, failures = 0, verified_at = ${new Date(nowMs)},
    check_at = ${checkAt}, status = ${status}, type = ${entry.type}, author_name = ${entry.author.name},
    author_url = ${entry.author.url}, author_photo = ${photo}, title = ${entry.title}, content = ${entry.content},
    content_html = ${entry.contentHtml}, url = ${entry.url},
    published_at = ${entry.publishedAt}::timestamptz
  where id = ${id}`

interface Absent {
  state: 'refused' | 'gone'
  why: string
  /** When to fetch the source again; null for never. */
  checkAt: Date | null
}

/** Records that the link is missing or not public, and deletes the source's content. */
export const saveAbsent = (db: Db, id: number, { state, why, checkAt }: Absent) => run(db)`
  update webmentions set state = ${state}, failure = ${why}, failures = failures + 1, check_at = ${checkAt}, title = '',
    content = '', content_html = '', author_photo = null
  where id = ${id}`

/** Records that the source could not be fetched. */
export const saveFailure = (db: Db, id: number, why: string, checkAt: Date) => run(db)`
  update webmentions set failure = ${why}, failures = failures + 1, check_at = ${checkAt} where id = ${id}`

/** Returns whether the owner has an approved mention by this author from the same host. */
export const isKnownAuthor = async (db: Db, { id, ownerId, sourceHost }: StoredMention, authorUrl: string) =>
  authorUrl !== '' &&
  (await one(db)`
    select from webmentions where owner_id = ${ownerId} and source_host = ${sourceHost} and author_url = ${authorUrl}
      and status = 'approved' and id <> ${id} limit 1`) !== null

/** Returns whether the owner or the site blocks any of the hosts or their parent domains. */
export const isBlockedHost = async (db: Db, ownerId: number, hosts: string[]): Promise<boolean> =>
  (await one(db)`
    select from comment_blocks, unnest(${hosts}::text[]) as host
    where (owner_id is null or owner_id = ${ownerId}) and kind = 'domain'
      and (host = value or right(host, length(value) + 1) = '.' || value) limit 1`) !== null

/** Returns a page of the public mentions of a post, oldest first. @param total the number of all of them, if it is known */
export async function listWebmentions(
  db: Db,
  postId: number,
  { page, limit, total: known }: { page: number; limit: number; total?: number },
): Promise<WebmentionList> {
  const total = known ?? (await countWebmentions(db, postId))
  const rows = total
    ? await many<WebmentionRow>(db)`
        select ${shownColumns} from webmentions ${shownAuthors}
        where post_id = ${postId} and status = 'approved' and state = 'verified'
        order by coalesce(published_at, created_at), id limit ${limit} offset ${(page - 1) * limit}`
    : []
  const webmentions = rows.map(present)
  return { webmentions, page, totalPages: totalPagesOf(total, limit), total }
}

const countWebmentions = async (db: Db, postId: number): Promise<number> =>
  (
    await one<{ count: number }>(db)`
    select webmention_count as count from webmention_counts where post_id = ${postId}`
  )?.count ?? 0

/** Returns a public mention. */
export async function findWebmention(db: Db, id: number): Promise<Webmention | null> {
  const row = await one<WebmentionRow>(db)`select ${shownColumns} from webmentions ${shownAuthors} where ${isShown(id)}`
  return row && present(row)
}

/** Returns the Bluesky author of a public mention. */
export const findBlueskyAuthor = (db: Db, id: number) => one<{ actor: string | null }>(db)`
  select bluesky_actor as actor from webmentions where ${isShown(id)}`

const isShown = (id: number) => sql`id = ${id} and status = 'approved' and state = 'verified'
  and (post_id is null or post_id in (select id from readable_posts))`

/** Bluesky profiles take precedence over the source's author data, except for a link to the author's own site. */
const shownColumns = sql`
  id, type, url as "sourceUrl",
  coalesce(nullif(profile.name, ''), profile.handle, nullif(author_name, ''), source_host) as "sourceAuthor",
  case when profile.actor is not null and (author_url = '' or author_url like 'https://bsky.app/profile/%')
    then 'https://bsky.app/profile/' || case profile.handle when 'handle.invalid' then profile.did else profile.handle end
    else author_url end as "sourceAuthorUrl",
  case when profile.actor is null then author_photo else profile.photo end as "sourceAuthorPhoto",
  title as "sourceTitle", content as "sourceContent", content_html as "sourceContentHtml",
  coalesce(published_at, created_at) as "createdAt", bluesky_actor is not null as "isOnBluesky"`
const shownAuthors = sql`left join bluesky_profiles profile on profile.actor = bluesky_actor`

type WebmentionRow = Omit<Webmention, 'createdAt'> & { createdAt: Date }
const present = ({ createdAt, ...row }: WebmentionRow): Webmention => ({ ...row, createdAt: createdAt.toISOString() })

/** Deletes mentions of the member's own pages. Mentions of posts are deleted with the posts. */
export const removeWebmentionsOf = (db: Db, memberId: number) => run(db)`
  delete from webmentions where owner_id = ${memberId} and post_id is null`

/** Deletes mentions that were not verified within a month. */
export async function sweepWebmentions(db: Db, nowMs: number): Promise<void> {
  const monthAgo = new Date(nowMs - 30 * 86_400_000)
  await run(db)`
    delete from webmentions where state in ('waiting', 'refused', 'gone') and received_at < ${monthAgo}
      and (verified_at is null or verified_at < ${monthAgo})`
}
