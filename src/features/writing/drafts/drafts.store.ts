import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { excerptOf } from '#kernel/markdown/excerpts.ts'
import { type Draft, type DraftInput, type DraftSummary, maxDrafts } from './drafts.contract.ts'

/** The member's drafts, newest first. Those that have been published are none any more. */
export async function listDrafts(db: Db, memberId: number): Promise<DraftSummary[]> {
  const rows = await many<Row<DraftSummary> & { beginning: string }>(db)`
    select key, title, left(content, 1000) as beginning, post_id as "postId", updated_at as "updatedAt"
    from drafts where member_id = ${memberId} and not ${isPublished} order by updated_at desc, key`
  return rows.map(({ key, title, beginning, postId, updatedAt }) => {
    const excerpt = excerptOf(beginning, 100)
    return { key, title, excerpt, postId, updatedAt: updatedAt.toISOString() }
  })
}

/** The member's draft, published or not; null when they have none of that name. */
export const findDraft = async (db: Db, memberId: number, key: string): Promise<Draft | null> =>
  presented(
    await one<Row<Draft>>(db)`
    select ${draftColumns} from drafts where member_id = ${memberId} and key = ${key}`,
  )

/** The member's draft of a change to the post; null when they have none. */
export const findDraftOfPost = async (db: Db, memberId: number, postId: number): Promise<Draft | null> =>
  presented(
    await one<Row<Draft>>(db)`
    select ${draftColumns} from drafts where member_id = ${memberId} and post_id = ${postId}`,
  )

/** Saves the draft where the text was written on its present version, or where there is none: of saves at once one is
 *  heard. @returns null when nothing was saved: the draft has moved on or says the same already, it has been published,
 *  the post has another draft or has just been deleted, or the member has {@link maxDrafts} others */
export async function saveDraft(db: Db, memberId: number, key: string, input: DraftInput): Promise<Draft | null> {
  const own = sql`member_id = ${memberId} and key = ${key}`
  try {
    return presented(
      await one<Row<Draft>>(db)`
      insert into drafts (member_id, key, post_id, base_updated_at, title, content, category_id)
      select ${memberId}::int, ${key}::text, ${input.postId}::int, ${timeOf(input.baseUpdatedAt)}::timestamptz(3),
        ${input.title}::text, ${input.content}::text, ${input.categoryId}::int
      where not exists (select from post_keys where ${own})
        and (exists (select from drafts where ${own})
          or (select count(*) from drafts where member_id = ${memberId} and not ${isPublished}) < ${maxDrafts}::int)
      on conflict (member_id, key) do update set post_id = excluded.post_id, base_updated_at = excluded.base_updated_at,
        title = excluded.title, content = excluded.content, category_id = excluded.category_id,
        updated_at = greatest(now(), drafts.updated_at + interval '1 millisecond')
      where drafts.updated_at = ${timeOf(input.updatedAt)}::timestamptz
        and (drafts.post_id, drafts.base_updated_at, drafts.title, drafts.content, drafts.category_id) is distinct from
          (excluded.post_id, excluded.base_updated_at, excluded.title, excluded.content, excluded.category_id)
      returning ${draftColumns}`,
    )
  } catch (reason) {
    if (isPostTakenOrGone(reason)) return null
    throw reason
  }
}

/** Removes the member's draft, if there is one. */
export const removeDraft = (db: Db, memberId: number, key: string) => run(db)`
  delete from drafts where member_id = ${memberId} and key = ${key}`

/** Removes all drafts of the member. */
export const removeDraftsOf = (db: Db, memberId: number) => run(db)`delete from drafts where member_id = ${memberId}`

/** What a draft names. `authorId`: who wrote the post, null when there is none; `published`: the post that it was published
 *  as, null when it was not; `postId` null: that one has been deleted. */
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
    select (select member_id from posts where id = ${postId}) as "authorId",
      exists (select from post_tombstones where post_id = ${postId}) as "isDeleted",
      exists (select from categories where id = ${categoryId}) as "isCategory",
      (select jsonb_build_object('postId', post_id) from post_keys
        where member_id = ${memberId} and key = ${key}) as published`)!

/** Removes drafts that have been published. @returns how many */
export const sweepDrafts = (db: Db) => run(db)`delete from drafts where ${isPublished}`

/** Moves the draft's times, as the demo needs it. */
export const backdateDraft = (db: Db, memberId: number, key: string, at: Date) => run(db)`
  update drafts set created_at = ${at}, updated_at = ${at} where member_id = ${memberId} and key = ${key}`

const isPublished = sql`exists (
  select from post_keys where post_keys.member_id = drafts.member_id and post_keys.key = drafts.key)`

const draftColumns = sql`key, title, content, category_id as "categoryId", post_id as "postId",
  base_updated_at as "baseUpdatedAt", created_at as "createdAt", updated_at as "updatedAt"`

type Row<T extends Draft | DraftSummary> = Omit<T, 'excerpt' | 'baseUpdatedAt' | 'createdAt' | 'updatedAt'> & {
  baseUpdatedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const presented = (row: Row<Draft> | null): Draft | null =>
  row && {
    ...row,
    baseUpdatedAt: row.baseUpdatedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }

const timeOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

/** Whether the statement failed because the member has a draft of that post under another key, or the post is no more. */
const isPostTakenOrGone = (reason: unknown): boolean =>
  reason instanceof Error &&
  'constraint' in reason &&
  (reason.constraint === 'drafts_by_post' || reason.constraint === 'drafts_post_id_fkey')
