import { shownText } from '#messages/messages.ts'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { excerptOf } from '#kernel/markdown/excerpts.ts'
import { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import { type Draft, type DraftInput, type DraftSummary, maxDrafts } from './drafts.contract.ts'

/** Returns the member's unpublished drafts, newest first. */
export async function listDrafts(db: Db, memberId: number): Promise<DraftSummary[]> {
  const rows = await many<SummaryRow>(db)`
    select key, title, left(content, 1000) as beginning, post_id as "postId", updated_at as "updatedAt",
      planned.publish_at as "publishAt", planned.time_zone as "timeZone", planned.failure,
      link.token is not null as "isShared",
      (select count(*)::int from draft_comments where owner_id = drafts.member_id
        and draft_comments.draft_key = drafts.key and resolved_at is null and deleted_at is null) as "openComments"
    from drafts left join draft_schedules planned on (planned.member_id, planned.draft_key) = (drafts.member_id, drafts.key)
      left join draft_links link on (link.member_id, link.draft_key) = (drafts.member_id, drafts.key)
        and (link.expires_at is null or link.expires_at > now())
    where drafts.member_id = ${memberId} and not ${isPublished} order by updated_at desc, key`
  return rows.map((row) => summaryOf(row))
}

const summaryOf = ({ beginning, updatedAt, publishAt, timeZone, failure, ...row }: SummaryRow): DraftSummary => ({
  ...row,
  excerpt: excerptOf(beginning, 100),
  updatedAt: updatedAt.toISOString(),
  schedule: publishAt && { publishAt: publishAt.toISOString(), timeZone, failure: failure && shownText(failure) },
})

type SummaryRow = Pick<DraftSummary, 'key' | 'title' | 'postId' | 'isShared' | 'openComments'> & {
  beginning: string
  updatedAt: Date
  /** Null if it is not scheduled. */
  publishAt: Date | null
  timeZone: string
  failure: string | null
}

/** Returns the member's draft with this key, published or not, or null. */
export const findDraft = async (db: Db, memberId: number, key: string): Promise<Draft | null> =>
  presented(
    await one<Row<Draft>>(db)`
    select ${draftColumns} from drafts where member_id = ${memberId} and key = ${key}`,
  )

/** Returns the member's draft of changes to the post, or null. */
export const findDraftOfPost = async (db: Db, memberId: number, postId: number): Promise<Draft | null> =>
  presented(
    await one<Row<Draft>>(db)`
    select ${draftColumns} from drafts where member_id = ${memberId} and post_id = ${postId}`,
  )

/** Saves the draft if it is new or the text is based on its current version. Only one of several concurrent saves
 *  succeeds. @returns null if nothing was saved: the draft has a newer version or the same text, it has been published,
 *  the post has another draft or was just deleted, or the member has {@link maxDrafts} others */
export async function saveDraft(db: Db, memberId: number, key: string, input: DraftInput): Promise<Draft | null> {
  const own = sql`member_id = ${memberId} and key = ${key}`
  try {
    return presented(
      await one<Row<Draft>>(db)`
      insert into drafts (member_id, key, post_id, base_updated_at, title, content, category_id, details)
      select ${memberId}::int, ${key}::text, ${input.postId}::int, ${timeOf(input.baseUpdatedAt)}::timestamptz(3),
        ${input.title}::text, ${input.content}::text, ${input.categoryId}::int, ${JSON.stringify(input.details)}::jsonb
      where not exists (select from post_keys where ${own})
        and (exists (select from drafts where ${own})
          or (select count(*) from drafts where member_id = ${memberId} and not ${isPublished}) < ${maxDrafts}::int)
      on conflict (member_id, key) do update set post_id = excluded.post_id, base_updated_at = excluded.base_updated_at,
        title = excluded.title, content = excluded.content, category_id = excluded.category_id,
        details = excluded.details,
        updated_at = greatest(now(), drafts.updated_at + interval '1 millisecond')
      where drafts.updated_at = ${timeOf(input.updatedAt)}::timestamptz
        and (drafts.post_id, drafts.base_updated_at, drafts.title, drafts.content, drafts.category_id, drafts.details) is distinct from
          (excluded.post_id, excluded.base_updated_at, excluded.title, excluded.content, excluded.category_id,
            excluded.details)
      returning ${draftColumns}`,
    )
  } catch (reason) {
    if (isPostTakenOrGone(reason)) return null
    throw reason
  }
}

/** Removes the member's draft, if it exists. */
export const removeDraft = (db: Db, memberId: number, key: string) => run(db)`
  delete from drafts where member_id = ${memberId} and key = ${key}`

/** Removes all drafts of the member. */
export const removeDraftsOf = (db: Db, memberId: number) => run(db)`delete from drafts where member_id = ${memberId}`

/** The posts that a draft refers to. `authorId`: the changed post's author, or null. `published`: the post that the
 *  draft was published as, or null; its `postId` is null if that post has been deleted. */
interface Named {
  authorId: number | null
  isDeleted: boolean
  isCategory: boolean
  published: { postId: number | null } | null
}
export const findNamed = async (
  db: Db,
  memberId: number,
  key: string,
  { postId, categoryId }: Pick<DraftInput, 'postId' | 'categoryId'>,
): Promise<Named> =>
  (await one<Named>(db)`
    select (select member_id from readable_posts posts where id = ${postId}) as "authorId",
      exists (select from post_tombstones where post_id = ${postId}) as "isDeleted",
      exists (select from categories where id = ${categoryId}) as "isCategory",
      (select jsonb_build_object('postId', post_id) from post_keys
        where member_id = ${memberId} and key = ${key}) as published`)!

/** Removes drafts that have been published. @returns how many */
export const sweepDrafts = (db: Db) => run(db)`delete from drafts where ${isPublished}`

/** Sets the draft's time, for the demo. */
export const backdateDraft = (db: Db, memberId: number, key: string, at: Date) => run(db)`
  update drafts set created_at = ${at}, updated_at = ${at} where member_id = ${memberId} and key = ${key}`

const isPublished = sql`exists (
  select from post_keys where post_keys.member_id = drafts.member_id and post_keys.key = drafts.key)`

const draftColumns = sql`key, title, content, category_id as "categoryId", details, post_id as "postId",
  base_updated_at as "baseUpdatedAt", created_at as "createdAt", updated_at as "updatedAt"`

type Row<T extends Draft> = Omit<T, 'baseUpdatedAt' | 'createdAt' | 'updatedAt'> & {
  baseUpdatedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const presented = (row: Row<Draft> | null): Draft | null =>
  row && {
    ...row,
    details: ArticleDetails.parse(row.details),
    baseUpdatedAt: row.baseUpdatedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }

const timeOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

/** Reports whether the statement failed because the member has another draft of the post, or the post was deleted. */
const isPostTakenOrGone = (reason: unknown): boolean =>
  reason instanceof Error &&
  'constraint' in reason &&
  (reason.constraint === 'drafts_by_post' || reason.constraint === 'drafts_post_id_fkey')
