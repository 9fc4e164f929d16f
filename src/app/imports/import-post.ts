import { createHash } from 'node:crypto'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import { backdateDraft, saveDraft } from '#features/writing/drafts/drafts.store.ts'
import { endImport } from '#features/admin/imports/imports.store.ts'
import type { SourcePost } from '#features/admin/imports/source-site.ts'
import { type ImportedRevision, importHistory } from '#features/writing/posts/post-history.store.ts'
import { createPostAs } from '#features/writing/posts/posts.store.ts'
import { mayHavePreviews } from '#features/work/github-previews/github-previews.contract.ts'
import { scanGithubLinks } from '#features/work/github-previews/github-previews.jobs.ts'
import { draftOf, type Plan } from './plan.ts'
import type { ImportReport } from './report.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'markdown'>

/** One old post on its way. `versions`: what it was before, rendered. */
export interface Entry {
  post: SourcePost
  categoryId: number
  plan: Plan
  versions?: ImportedRevision[]
}

/** Makes the entry what its plan says, under the id set apart for it, and notes what became of it. What the renderer
 *  refuses to publish is kept as a draft. */
export async function importPost(
  parts: Parts,
  member: Member,
  { post, categoryId, plan, versions = [] }: Entry,
  postId: number,
  report: ImportReport,
): Promise<void> {
  if (plan.as === 'nothing') return record(report, post, plan, null)
  try {
    const isNew =
      plan.as === 'post'
        ? await publish(parts, member, { post, plan, versions }, postId)
        : await keep(parts, member, post, plan)
    if (isNew) record(report, post, plan, postId)
    else report.alreadyThere++
  } catch (reason) {
    if (!(reason instanceof AppError) || reason.code === 'not_ready') throw reason
    const refused: Plan = { as: 'nothing', why: reason.message }
    const other =
      plan.as === 'post'
        ? draftOf({ title: post.title, categoryId, content: plan.input.content }, reason.message)
        : refused
    return importPost(parts, member, { post, categoryId, plan: other }, postId, report)
  }
}

interface Publishing {
  post: SourcePost
  plan: Plan & { as: 'post' }
  versions: ImportedRevision[]
}

/** @returns whether it was not here yet @throws AppError when the renderer refuses it */
async function publish(
  { db, clock, markdown }: Parts,
  member: Member,
  { post: { key, createdAt, history }, plan: { input }, versions }: Publishing,
  id: number,
): Promise<boolean> {
  const rendered = await markdown.render(input.content, { isArticle: input.isLongForm })
  return inTransaction(db, async (db) => {
    const isNew = await endImport(db, member.id, key, null)
    if (isNew) await createPostAs(db, member, { id, createdAt: createdAt ?? new Date(clock.now()) }, input, rendered)
    if (isNew && history) await importHistory(db, id, { ...history, versions })
    if (isNew && mayHavePreviews(input.content)) await scanGithubLinks.enqueue(db, { postId: id })
    return isNew
  })
}

/** @returns whether it was not here yet @throws AppError when the member has too many drafts */
const keep = (
  { db }: Parts,
  member: Member,
  { key, history }: SourcePost,
  { input }: Plan & { as: 'draft' },
): Promise<boolean> =>
  inTransaction(db, async (db) => {
    const draftKey = createHash('sha256').update(`${member.id} ${key}`).digest('hex').slice(0, 32)
    const isNew = await endImport(db, member.id, key, draftKey)
    if (isNew && !(await saveDraft(db, member.id, draftKey, input)))
      throw new AppError('conflict', 'there are too many drafts already: publish or discard some, and ask again')
    if (isNew && history) await backdateDraft(db, member.id, draftKey, history.updatedAt)
    return isNew
  })

/** Writes what became of it, or would, into the report. */
export function record(report: ImportReport, { key, title }: SourcePost, plan: Plan, postId: number | null): void {
  if (plan.as === 'post') report.posts.push({ key, title, address: postId === null ? null : `/post/${postId}` })
  else if (plan.as === 'draft') report.drafts.push({ key, title, why: plan.why })
  else report.notTaken.push({ key, why: plan.why })
}
