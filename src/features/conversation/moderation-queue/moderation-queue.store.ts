import type { RawBuilder } from 'kysely'
import { type Db, many, one, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { moderatedComments, moderatedMentions } from '#kernel/moderation.store.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import { mayModerate } from '#schemas/roles.contract.ts'
import type { QueueStatus } from '#features/conversation/comments/comment-moderation.contract.ts'
import type { Queue, QueueItem, QueueQuery } from './moderation-queue.contract.ts'

/** Returns a page of comments and webmentions that the member moderates, newest first. */
export async function listQueue(
  db: Db,
  moderator: Member,
  { status, search, page, limit }: QueueQuery,
): Promise<Queue> {
  const counts = await countsOf(db, moderator)
  const hasStatus = sql`status = ${sql.lit(status)}`
  const comments = sql`${moderatedComments(moderator)} and ${hasStatus}`
  const ofComments = search ? sql`${comments} and (${commentHas(search)})` : comments
  const ofWebmentions = sql`${moderatedMentions(moderator)} and ${hasStatus} and state = 'verified'
    ${search ? sql`and (${webmentionHas(search)})` : sql``}`
  const total = search ? await countOf(db, ofComments, ofWebmentions) : counts[status]
  const newest = sql`order by created_at desc, id desc limit ${page * limit}`
  const rows = await many<QueueRow>(db)`
    with page as (
      select kind, id, created_at from (
        (select 'comment' as kind, id, created_at from comments where ${ofComments} ${newest}) union all
        (select 'webmention' as kind, id, created_at from webmentions where ${ofWebmentions} ${newest})) as both_kinds
      order by created_at desc, kind, id desc limit ${limit} offset ${(page - 1) * limit})
    ${queueRows} from page ${queueTables} order by page.created_at desc, page.kind, page.id desc`
  return { items: rows.map(present), counts, page, totalPages: totalPagesOf(total, limit), total }
}

const has = (text: RawBuilder<unknown>, search: string) => sql`strpos(lower(${text}), lower(${search})) > 0`
const commentHas = (search: string) => sql`${has(sql`content`, search)} or ${has(sql`author_name`, search)} or exists (
  select from authors where authors.id = member_id and ${has(sql`username || ' ' || display_name`, search)})`
const webmentionHas = (search: string) => sql`${has(sql`content`, search)} or ${has(sql`title`, search)}
  or ${has(sql`author_name`, search)} or ${has(sql`source_url`, search)}`

/** Returns the number of pending items that the member moderates. */
export const pendingCount = (db: Db, moderator: Member): Promise<number> =>
  countOf(
    db,
    sql`${moderatedComments(moderator)} and status = 'pending'`,
    sql`${moderatedMentions(moderator)} and status = 'pending' and state = 'verified'`,
  )

async function countsOf(db: Db, moderator: Member): Promise<Record<QueueStatus, number>> {
  const rows = await many<{ status: QueueStatus; count: number }>(db)`${countsQuery(moderator)}`
  return { pending: 0, approved: 0, spam: 0, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

/** Counts the comments and webmentions that the member moderates by status: moderators moderate all except comments by
 *  administrators and moderators on other members' posts. */
export function countsQuery({ id, role }: Pick<Member, 'id' | 'role'>): RawBuilder<unknown> {
  const counts = mayModerate({ role }) ? sql`moderation_totals` : sql`moderation_counts where owner_id = ${id}`
  const notTheirs = sql`
    union all select status, -count(*) from comments
    where owner_id <> ${id} and status <> 'deleted'
      and member_id in (select id from authors where role in ('moderator', 'admin'))
    group by status`
  return sql`
    select status, sum(item_count)::int as count from (
      select status, item_count from ${counts}
      ${role === 'moderator' ? notTheirs : sql``}) as counts group by status`
}

async function countOf(db: Db, comments: RawBuilder<unknown>, webmentions: RawBuilder<unknown>): Promise<number> {
  const row = await one<{ count: number }>(db)`
    select ((select count(*) from comments where ${comments}) +
      (select count(*) from webmentions where ${webmentions}))::int as count`
  return row?.count ?? 0
}

type QueueRow = Omit<QueueItem, 'createdAt' | 'blockable'> & { createdAt: Date; hasSender: boolean }

const queueRows = sql`
  select page.kind, page.id, coalesce(c.author_name, nullif(w.author_name, ''), w.source_host) as "authorName",
    coalesce(c.author_url, w.author_url) as "authorUrl",
    coalesce(c.content, concat_ws(E'\\n\\n', nullif(w.title, ''), nullif(w.content, ''))) as content,
    coalesce(author.profile_image, w.author_photo) as "authorPhoto",
    coalesce(c.status, w.status) as status, coalesce(c.doubts, '{}') as doubts,
    page.created_at as "createdAt", c.sender is not null as "hasSender",
    case when posts.id is not null then jsonb_build_object('id', posts.id, 'words',
      coalesce(posts.title, left(posts.excerpt, 80))) end as post,
    case when w.id is not null then jsonb_build_object('type', w.type, 'sourceUrl', w.source_url,
      'targetPath', w.target_path) end as mention,
    case when c.member_id is not null then jsonb_build_object('id', author.id, 'username', author.username,
      'displayName', author.display_name, 'profileImage', author.profile_image) end as "user"`
const queueTables = sql`
  left join comments c on page.kind = 'comment' and c.id = page.id
  left join webmentions w on page.kind = 'webmention' and w.id = page.id
  left join posts_with_hidden posts on posts.id = coalesce(c.post_id, w.post_id)
  left join authors author on author.id = c.member_id`

const present = ({ hasSender, createdAt, user, ...item }: QueueRow): QueueItem => ({
  ...item,
  user,
  authorName: user?.displayName ?? item.authorName,
  createdAt: createdAt.toISOString(),
  blockable: [
    ...(user ? (['member'] as const) : []),
    ...(hasSender ? (['sender'] as const) : []),
    ...(item.authorUrl || item.kind === 'webmention' ? (['domain'] as const) : []),
  ],
})
