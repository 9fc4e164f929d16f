import { shownText } from '#messages/messages.ts'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { commentsPerPage } from '#features/conversation/comments/comments.contract.ts'
import { type PageQuery, totalPagesOf } from '#schemas/paging.contract.ts'
import type { SentState, SentWebmention, SentWebmentionList } from './sent-webmentions.contract.ts'
import type { LinkingText } from './sent-webmentions.jobs.ts'

/** The HTML of a public post or comment, and the path of its page. */
interface PublishedText {
  html: string
  source: string
}

/** Serializes a post's scans, so that the last scan sees the latest text. */
export const lockLinksOf = (db: Db, postId: number) => run(db)`select pg_advisory_xact_lock(${linkLocks}, ${postId})`
const linkLocks = 0x6c696e6b

/** Returns null if the post or comment is not public. */
export async function findPublishedText(db: Db, { postId, commentId }: LinkingText): Promise<PublishedText | null> {
  if (commentId === null) {
    const post = await one<{ html: string; slug: string | null }>(db)`
      select content_html as html, slug from readable_posts where id = ${postId}`
    return post && { html: post.html, source: postPath({ id: postId, slug: post.slug }) }
  }
  const row = await one<{ html: string; slug: string | null; before: number }>(db)`
    select comments.content_html as html, posts.slug, (
      select count(*)::int from comments earlier where earlier.post_id = ${postId} and earlier.status = 'approved'
        and (coalesce(earlier.parent_id, earlier.id), earlier.id)
          < (coalesce(comments.parent_id, comments.id), comments.id)) as before
    from comments join readable_posts posts on posts.id = comments.post_id
    where comments.id = ${commentId} and comments.post_id = ${postId} and comments.status = 'approved'`
  if (!row) return null
  const post = { id: postId, slug: row.slug }
  return { html: row.html, source: commentUrl(post, commentId, 1 + Math.floor(row.before / commentsPerPage)) }
}

const commentUrl = (post: Parameters<typeof postPath>[0], commentId: number, page: number) =>
  `${postPath(post, { comments: page })}#comment-${commentId}`

/** A webmention to send. */
export interface DueMention {
  id: number
  target: string
  round: number
}

/** Saves the links in the post or comment. @returns the webmentions to send: one for each link, and one for each
 *  removed link that was sent before */
export const saveLinks = (db: Db, { postId, commentId }: LinkingText, source: string, targets: string[]) =>
  many<DueMention>(db)`
  with kept as (
    insert into sent_webmentions as mention (post_id, comment_id, source, target)
    select ${postId}::int, ${commentId}::int, ${source}::text, target from unnest(${targets}::text[]) target
    on conflict (post_id, comment_id, target) do update set is_linked = true, ${again}
    returning id, target, round),
  gone as (
    update sent_webmentions mention set is_linked = false, ${again}
    where post_id = ${postId} and comment_id is not distinct from ${commentId}::int and is_linked
      and target <> all(${targets}::text[]) and (was_heard or state = 'waiting')
    returning id, target, round),
  deleted as (
    delete from sent_webmentions where post_id = ${postId} and comment_id is not distinct from ${commentId}::int
      and target <> all(${targets}::text[]) and not was_heard and state <> 'waiting')
  select * from kept union all select * from gone`

const again = sql`round = mention.round + 1, state = 'waiting', tries = 0, next_try_at = null`

/** Marks all links in a post and its comments as removed. @returns the webmentions to send */
export const removeLinksOfPost = (db: Db, postId: number) => many<DueMention>(db)`
  with deleted as (
    delete from sent_webmentions where post_id = ${postId} and not was_heard and state <> 'waiting')
  update sent_webmentions mention set is_linked = false, ${again}
  where post_id = ${postId} and is_linked and (was_heard or state = 'waiting') returning id, target, round`

/** Returns the targets of one or all of the post's webmentions, newest link first. */
export const listTargets = (db: Db, postId: number, id: number | null) => many<{ id: number; target: string }>(db)`
  select id, target from sent_webmentions
  where post_id = ${postId} and (${id}::int is null or id = ${id}::int) order by id desc`

/** Queues the post's webmentions again. @returns those to send */
export const requeueMentions = (db: Db, postId: number, ids: number[]) => many<DueMention>(db)`
  update sent_webmentions mention set ${again}
  where post_id = ${postId} and id = any(${ids}::int[]) returning id, target, round`

/** Reports whether the post itself, not its comments, links to pages that webmentions are sent to. */
export const hasLinkedPages = async (db: Db, postId: number): Promise<boolean> =>
  (await one(db)`
    select from sent_webmentions where post_id = ${postId} and comment_id is null and is_linked limit 1`) !== null

/** Requeues the post's own webmentions that were previously accepted. @returns the webmentions to send */
export const requeueAcknowledgedMentions = (db: Db, postId: number) => many<DueMention>(db)`
  update sent_webmentions mention set ${again}
  where post_id = ${postId} and comment_id is null and is_linked and state = 'sent' returning id, target, round`

/** Returns null if the webmention was sent or queued again in the meantime. */
export const findDueMention = (db: Db, id: number, round: number) =>
  one<{ source: string; target: string; tries: number }>(db)`
  select source, target, tries from sent_webmentions where id = ${id} and round = ${round} and state = 'waiting'`

interface Attempt {
  id: number
  round: number
  state: SentState
  endpoint: string | null
  answer: string
  triedAt: Date
  nextTryAt: Date | null
}

/** Saves the result of an attempt, unless the webmention was queued again in the meantime. @returns whether it was
 *  saved */
export async function saveAttempt(db: Db, attempt: Attempt): Promise<boolean> {
  const isHeard = attempt.state === 'sent'
  const changed = await run(db)`
    update sent_webmentions set state = ${attempt.state}, endpoint = ${attempt.endpoint}, answer = ${attempt.answer},
      was_heard = was_heard or ${isHeard}, tries = tries + 1, tried_at = ${attempt.triedAt}, next_try_at = ${attempt.nextTryAt}
    where id = ${attempt.id} and round = ${attempt.round}`
  return changed > 0
}

/** Returns a public post's author. */
export const findAuthorOf = (db: Db, postId: number) => one<{ memberId: number }>(db)`
  select member_id as "memberId" from readable_posts where id = ${postId}`

type MentionRow = Omit<SentWebmention, 'triedAt' | 'nextTryAt'> & { triedAt: Date | null; nextTryAt: Date | null }

export async function listSentWebmentions(
  db: Db,
  postId: number,
  { page, limit }: PageQuery,
): Promise<Omit<SentWebmentionList, 'isSitePublic'>> {
  const counted = await one<{ total: number }>(db)`
    select count(*)::int as total from sent_webmentions where post_id = ${postId}`
  const total = counted?.total ?? 0
  const rows = await many<MentionRow>(db)`
    select id, comment_id as "commentId", target, is_linked as "isLinked", state, endpoint, answer, tries,
      tried_at as "triedAt", next_try_at as "nextTryAt"
    from sent_webmentions where post_id = ${postId} order by id desc limit ${limit} offset ${(page - 1) * limit}`
  return { mentions: rows.map(present), page, totalPages: totalPagesOf(total, limit), total }
}

const present = (row: MentionRow): SentWebmention => ({
  ...row,
  answer: shownText(row.answer),
  triedAt: row.triedAt?.toISOString() ?? null,
  nextTryAt: row.nextTryAt?.toISOString() ?? null,
})

/** Returns the member's posts and comments, and others' comments on their posts, for which webmentions were sent. */
export const listLinkingTextsOf = (db: Db, memberId: number) => many<LinkingText>(db)`
  select mention.post_id as "postId", mention.comment_id as "commentId"
  from posts_with_hidden join sent_webmentions mention on mention.post_id = posts_with_hidden.id
  where (member_id = ${memberId} and not is_hidden) or (member_id = ${memberId} and is_hidden)
  union select mention.post_id, mention.comment_id
  from all_comments join sent_webmentions mention
    on mention.post_id = all_comments.post_id and mention.comment_id = all_comments.id
  where member_id = ${memberId}`

/** Deletes links that were removed more than a month ago. */
export const sweepSentWebmentions = (db: Db, nowMs: number) => run(db)`
  delete from sent_webmentions
  where not is_linked and state <> 'waiting' and tried_at < ${new Date(nowMs - 30 * 86_400_000)}`
