import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { createHash } from 'node:crypto'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import { draftImported } from '#features/writing/drafts/drafts.events.ts'
import { commentsImported } from '#features/conversation/comments/comments.events.ts'
import { pathsOf } from './old-addresses.ts'
import { endImport } from './imports.store.ts'
import type { SourcePost } from './source-site.ts'
import type { ImportedRevision } from '#features/writing/posts/imported-history.contract.ts'
import { postImported } from '#features/writing/posts/posts.events.ts'
import { draftOf, type Facts, type Plan } from './import-plan.ts'
import type { ImportReport } from './import-report.contract.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'markdown' | 'emit'>

/** A post to import. */
export interface Entry {
  post: SourcePost
  facts: Facts
  plan: Plan
  revisions?: ImportedRevision[]
}

/** Imports the post as planned, under the id reserved for it, and reports the outcome. A post that the renderer rejects
 *  becomes a draft. */
export async function importPost(
  parts: Parts,
  member: Member,
  { post, facts, plan, revisions = [] }: Entry,
  postId: number,
  report: ImportReport,
): Promise<void> {
  if (plan.as === 'nothing') return record(report, post, plan, null)
  try {
    const isNew =
      plan.as === 'post'
        ? await publish(parts, member, { post, plan, revisions }, postId)
        : await saveAsDraft(parts, member, post, plan)
    if (isNew) record(report, post, plan, postId)
    else report.alreadyImported++
  } catch (reason) {
    if (!(reason instanceof AppError) || reason.code === 'not_ready') throw reason
    const refused: Plan = { as: 'nothing', why: reason.message }
    const other =
      plan.as === 'post'
        ? draftOf({ title: post.title, content: plan.input.content, ...facts }, reason.message)
        : refused
    return importPost(parts, member, { post, facts, plan: other }, postId, report)
  }
}

interface Publishing {
  post: SourcePost
  plan: Plan & { as: 'post' }
  revisions: ImportedRevision[]
}

/** @returns false if it was already imported @throws AppError if the renderer rejects it */
async function publish(
  { db, clock, markdown, emit }: Parts,
  member: Member,
  { post: { key, createdAt, history, comments }, plan: { input }, revisions }: Publishing,
  id: number,
): Promise<boolean> {
  const rendered = await markdown.render(input.content, { isArticle: input.isLongForm, hasHashtags: true })
  return inTransaction(db, async (db) => {
    if (!(await endImport(db, member.id, key))) return false
    await emit(db, postImported, {
      member,
      id,
      createdAt: createdAt ?? new Date(clock.now()),
      input,
      rendered,
      history: history ? { ...history, revisions } : null,
    })
    if (comments?.length) await emit(db, commentsImported, { postId: id, comments })
    return true
  })
}

/** @returns false if it was already imported @throws AppError if the member has too many drafts */
const saveAsDraft = (
  { db, emit }: Parts,
  member: Member,
  { key, history, addresses, changes }: SourcePost,
  { input, schedule }: Plan & { as: 'draft' },
): Promise<boolean> =>
  inTransaction(db, async (db) => {
    // Only administrators can add redirects.
    const oldPaths = member.role === 'admin' && !changes ? pathsOf(addresses) : null
    const draftKey = createHash('sha256').update(`${member.id} ${key}`).digest('hex').slice(0, 32)
    if (!(await endImport(db, member.id, key, { draftKey, oldPaths }))) return false
    await emit(db, draftImported, {
      memberId: member.id,
      key: draftKey,
      input,
      updatedAt: history?.updatedAt ?? null,
      schedule: schedule ?? null,
    })
    return true
  })

/** Adds the outcome, which may come from a dry run, to the report. */
export function record(report: ImportReport, post: SourcePost, plan: Plan, postId: number | null): void {
  const { key, title, comments = [] } = post
  if (plan.as === 'post') {
    report.posts.push({ key, title, address: postId === null ? null : postAddress.href({ id: postId }) })
    report.commentsImported += comments.length
  } else if (comments.length > 0)
    report.notes.push({
      key,
      notes: [`its comments (${comments.length}) were not imported, because it is not published`],
    })
  if (plan.as === 'post') return
  if (plan.as === 'draft') report.drafts.push({ key, title, why: plan.why })
  else report.rejected.push({ key, why: plan.why })
}
