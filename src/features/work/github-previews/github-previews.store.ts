import { type Db, many, one, run } from '#kernel/db.ts'
import type { GithubFacts } from './github-previews.contract.ts'

/** Returns the stored facts by address. */
export async function findFacts(db: Db, addresses: string[]): Promise<Map<string, GithubFacts>> {
  const rows = await many<{ address: string; facts: GithubFacts }>(db)`
    select address, facts from github_cards where address = any(${addresses}::text[]) and facts is not null`
  return new Map(rows.map(({ address, facts }) => [address, facts]))
}

/** Locks the post's previews until the transaction ends, so that the last scan sees the latest text. */
export const lockPostPreviews = (db: Db, postId: number) =>
  run(db)`select pg_advisory_xact_lock(${previewLocks}, ${postId})`
const previewLocks = 0x67686364

export interface LinkingText {
  memberId: number
  content: string
  html: string
  isArticle: boolean
}

/** Returns null for an unknown post. */
export const findLinkingText = (db: Db, postId: number) => one<LinkingText>(db)`
  select member_id as "memberId", content, content_html as html, is_long_form as "isArticle"
  from posts_with_hidden where id = ${postId}`

/** Returns the addresses that no post has linked to yet. */
export const listUnknown = async (db: Db, addresses: string[]): Promise<string[]> => {
  const rows = await many<{ address: string }>(db)`
    select link.address from unnest(${addresses}::text[]) as link (address)
    where not exists (select from github_cards known where known.address = link.address)`
  return rows.map(({ address }) => address)
}

/** Replaces the post's links. @returns the previews that are due */
export const saveLinkedPreviews = (db: Db, postId: number, links: { address: string; dueAt: Date }[], now: Date) =>
  many<{ id: number }>(db)`
  with linked as (
    insert into github_cards (address, due_at, used_at)
    select link.address, link."dueAt", ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as link (address text, "dueAt" timestamptz) order by link.address
    on conflict (address) do update set used_at = excluded.used_at
    returning id, due_at),
  dropped as (
    delete from github_card_posts where post_id = ${postId} and card_id not in (select id from linked)),
  added as (
    insert into github_card_posts (post_id, card_id) select ${postId}::int, id from linked on conflict do nothing)
  select id from linked where due_at <= ${now} order by id`

export interface DuePreview {
  id: number
  address: string
  facts: GithubFacts | null
  etag: string | null
}

/** Returns null if the preview is not due, or if no post links to it anymore. */
export const findPreviewIfDue = (db: Db, id: number, now: Date) => one<DuePreview>(db)`
  select id, address, facts, etag from github_cards preview
  where id = ${id} and due_at <= ${now} and exists (select from github_card_posts where card_id = preview.id)`

/** Returns when GitHub may be called again; null unless its rate limit is exhausted. */
export async function findPause(db: Db, now: Date): Promise<Date | null> {
  const row = await one<{ until: Date | null }>(db)`
    select max(due_at) as until from github_cards where failure = 'limit' and due_at > ${now}`
  return row?.until ?? null
}

export const postponePreview = (db: Db, id: number, dueAt: Date) => run(db)`
  update github_cards set due_at = ${dueAt} where id = ${id}`

/** The result of a fetch from GitHub. */
export interface PreviewUpdate {
  facts: GithubFacts | null
  etag: string | null
  failure: string | null
  dueAt: Date
}

/** Saves the result of a fetch. Must run in a transaction. @returns ids of the posts to re-render */
export async function updatePreview(
  db: Db,
  preview: DuePreview,
  { facts, etag, failure, dueAt }: PreviewUpdate,
  now: Date,
) {
  const text = facts && JSON.stringify(facts)
  // Waits for transactions that are adding links to this preview, so that the next statement sees those links.
  await run(db)`select from github_cards where id = ${preview.id} for update`
  const rows = await many<{ postId: number }>(db)`
    with before as (select facts from github_cards where id = ${preview.id}),
    updated as (
      update github_cards set facts = ${text}::jsonb, etag = ${etag}, failure = ${failure}, due_at = ${dueAt},
        checked_at = ${now}, fetched_at = case when ${failure}::text is null then ${now} else fetched_at end
      where id = ${preview.id})
    select post_id as "postId" from before join github_card_posts on card_id = ${preview.id}
    where before.facts is distinct from ${text}::jsonb order by 1`
  return rows.map(({ postId }) => postId)
}

/** Adds facts that are never refreshed, such as demo data. */
export const addPermanentFacts = (db: Db, address: string, facts: GithubFacts, readAt: Date) => run(db)`
  insert into github_cards (address, facts, fetched_at, checked_at, due_at)
  values (${address}, ${JSON.stringify(facts)}::jsonb, ${readAt}, ${readAt}, 'infinity')
  on conflict (address) do nothing`

/** Lists linked previews that are due, longest overdue first. */
export const listDuePreviews = (db: Db, now: Date, limit: number) => many<{ id: number }>(db)`
  select id from github_cards preview
  where due_at <= ${now} and exists (select from github_card_posts where card_id = preview.id)
  order by due_at limit ${limit}`

/** Deletes previews that no post has linked to for a day. */
export const sweepPreviews = (db: Db, now: Date) => run(db)`
  delete from github_cards preview
  where used_at < ${new Date(now.getTime() - 86_400_000)}
    and not exists (select from github_card_posts where card_id = preview.id)`
