import { t } from '#messages/messages.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { createHash } from 'node:crypto'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import type { Rendered } from '#kernel/markdown/markdown.ts'
import { draftImported } from '#features/writing/drafts/drafts.events.ts'
import { commentsImported } from '#features/conversation/comments/comments.events.ts'
import { pathsOf } from './old-addresses.ts'
import { endImport } from './imports.store.ts'
import type { SourcePost } from './source-site.ts'
import type { ImportedRevision } from '#features/writing/posts/imported-history.contract.ts'
import { postImported } from '#features/writing/posts/posts.events.ts'
import { draftOf, type Facts, type Plan } from './import-plan.ts'
import type { ImportReport } from './import-report.contract.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'emit'>

/** A post to import. */
export interface Entry {
  post: SourcePost
  facts: Facts
  plan: Plan
}

/** A post whose text is final. */
export interface PreparedEntry extends Entry {
  revisions: ImportedRevision[]
  /** Null unless the post will be published. */
  rendered: Rendered | null
}

/** Renders a post that will be published. A post that the renderer rejects becomes a draft. */
export async function renderEntry({ markdown }: Pick<Context, 'markdown'>, entry: Entry): Promise<RenderedEntry> {
  const { plan } = entry
  if (plan.as !== 'post') return { ...entry, rendered: null }
  const { content, isLongForm } = plan.input
  try {
    return { ...entry, rendered: await markdown.render(content, { isArticle: isLongForm, hasHashtags: true }) }
  } catch (reason) {
    return { ...entry, plan: draftAfter(reason, entry, content), rendered: null }
  }
}

type RenderedEntry = Omit<PreparedEntry, 'revisions'>

/** Imports the post as planned, under the id reserved for it, and reports the outcome. A post that is rejected becomes
 *  a draft. */
export async function importPost(
  parts: Parts,
  member: Member,
  entry: PreparedEntry,
  postId: number,
  report: ImportReport,
): Promise<void> {
  const { post, plan, rendered, revisions } = entry
  if (plan.as === 'nothing') return record(report, post, plan, null)
  try {
    const isNew =
      plan.as === 'post'
        ? await publish(parts, member, { post, plan, rendered: rendered!, revisions }, postId)
        : await saveAsDraft(parts, member, post, plan)
    if (isNew) record(report, post, plan, postId)
    else report.alreadyImported++
  } catch (reason) {
    const other = draftAfter(reason, entry, plan.as === 'post' ? plan.input.content : null)
    return importPost(parts, member, { ...entry, plan: other }, postId, report)
  }
}

/** Plans a draft for a rejected post; plans to import nothing if `content` is null. @throws the reason, unless it
 *  lies in the post */
function draftAfter(reason: unknown, { post: { title }, facts }: Entry, content: string | null): Plan {
  if (!(reason instanceof AppError) || reason.code === 'not_ready') throw reason
  if (content === null) return { as: 'nothing', why: reason.message }
  return draftOf({ title, content, ...facts }, reason.message)
}

interface Publishing {
  post: SourcePost
  plan: Plan & { as: 'post' }
  rendered: Rendered
  revisions: ImportedRevision[]
}

/** @returns false if it was already imported */
const publish = (
  { db, clock, emit }: Parts,
  member: Member,
  { post: { key, createdAt, history, comments }, plan: { input }, rendered, revisions }: Publishing,
  id: number,
): Promise<boolean> =>
  inTransaction(db, async (db) => {
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
      notes: [t('its comments ({count}) were not imported, because it is not published', { count: comments.length })],
    })
  if (plan.as === 'post') return
  if (plan.as === 'draft') report.drafts.push({ key, title, why: plan.why })
  else report.rejected.push({ key, why: plan.why })
}
