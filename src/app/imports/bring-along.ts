import { createHash } from 'node:crypto'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import { listCategories } from '#features/categories/categories.store.ts'
import { saveDraft } from '#features/drafts/drafts.store.ts'
import { withAddresses } from '#features/imports/addresses.ts'
import { beginImports, endImport, listImports } from '#features/imports/imports.store.ts'
import { OldLinks, originsOf } from '#features/imports/old-links.ts'
import type { OldPost, OldSite } from '#features/imports/old-site.ts'
import { createPostAs } from '#features/posts/posts.store.ts'
import { createPictureCopier, type Parts as PictureParts } from './pictures.ts'
import { categoryOf, draftOf, type Plan, planOf } from './plan.ts'
import { emptyReport, type ImportReport } from './report.ts'

interface Parts extends PictureParts, Pick<Context, 'clock' | 'markdown'> {}

export interface ImportOptions {
  /** Where the old site was, as `https://old.example`. */
  from: string | null
  /** Reads and reports, and changes nothing. */
  isDryRun: boolean
}

/** One old post on its way. */
interface Entry {
  post: OldPost
  categoryId: number
  plan: Plan
}

/** Brings the old site's posts here, oldest first, each as a whole or not at all. What is here already stays as it is, and
 *  an interrupted run is carried on by the next. */
export async function bringAlong(
  parts: Parts,
  member: Member,
  site: OldSite,
  { from, isDryRun }: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport(site, isDryRun)
  const entries = await plan(parts, site, report)
  const keys = entries.map(({ post }) => post.key)
  const before = new Map((await listImports(parts.db, member.id, keys)).map((one) => [one.key, one]))
  const waiting = entries.filter(({ post }) => !before.get(post.key)?.isDone)
  report.alreadyThere = entries.length - waiting.length
  if (isDryRun) {
    for (const { post, plan } of waiting) note(report, post, plan, null)
    return report
  }
  await beginImports(
    parts.db,
    member.id,
    keys.filter((key) => !before.has(key)),
  )
  const imports = new Map((await listImports(parts.db, member.id, keys)).map((one) => [one.key, one]))
  const origins = originsOf(site, from)
  const pictures = createPictureCopier(parts, member, site, origins)
  const links = new OldLinks(site.posts, origins)
  const publicKeys = new Set(
    entries
      .filter(({ post, plan }) => {
        const known = imports.get(post.key)
        return known?.isDone ? known.draftKey === null : plan.as === 'post'
      })
      .map(({ post }) => post.key),
  )

  const rewritten = (post: OldPost) =>
    withAddresses(post.content, ({ text, kind }) => {
      if (kind === 'picture') return pictures.copy(text, post)
      const target = links.find(text, post)
      if (!target || !publicKeys.has(target.post.key)) return null
      const address = `/post/${imports.get(target.post.key)!.postId}${target.rest}`
      return kind === 'bare' ? parts.siteUrl + address : address
    })

  for (const { post, categoryId, plan } of waiting) {
    const content = plan.as === 'nothing' ? '' : await rewritten(post)
    const final = plan.as === 'nothing' ? plan : planOf(post, content, categoryId, parts.clock.now())
    await bring(parts, member, { post, categoryId, plan: final }, imports.get(post.key)!.postId, report)
  }
  report.picturesCopied = pictures.copied.size
  report.picturesFailed = [...pictures.failed].map(([address, why]) => ({ address, why }))
  return report
}

/** What is to become of each post, oldest first. */
async function plan({ db, clock }: Parts, site: OldSite, report: ImportReport): Promise<Entry[]> {
  const known = await listCategories(db)
  const nowMs = clock.now()
  const timeOf = ({ createdAt }: OldPost) => createdAt?.getTime() ?? nowMs
  const seen = new Set<string>()
  const entries: Entry[] = []
  for (const post of site.posts.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const category = categoryOf(post, known)
    if (seen.has(post.key)) report.notTaken.push({ key: post.key, why: 'another one has the same name' })
    else entries.push({ post, categoryId: category.id, plan: planOf(post, post.content, category.id, nowMs) })
    if (!category.isKnown && !seen.has(post.key)) report.otherCategories.push(...post.categories)
    seen.add(post.key)
  }
  report.otherCategories = [...new Set(report.otherCategories)].sort()
  return entries
}

async function bring(
  parts: Parts,
  member: Member,
  { post, categoryId, plan }: Entry,
  postId: number,
  report: ImportReport,
): Promise<void> {
  if (plan.as === 'nothing') return note(report, post, plan, null)
  try {
    const isNew =
      plan.as === 'post' ? await publish(parts, member, post, plan, postId) : await keep(parts, member, post, plan)
    if (isNew) note(report, post, plan, postId)
    else report.alreadyThere++
  } catch (reason) {
    if (!(reason instanceof AppError)) throw reason
    const refused: Plan = { as: 'nothing', why: reason.message }
    const other =
      plan.as === 'post'
        ? draftOf({ title: post.title, categoryId, content: plan.input.content }, reason.message)
        : refused
    return bring(parts, member, { post, categoryId, plan: other }, postId, report)
  }
}

/** @returns whether it was not here yet @throws AppError when the renderer refuses it */
async function publish(
  { db, clock, markdown }: Parts,
  member: Member,
  { key, createdAt }: OldPost,
  { input }: Plan & { as: 'post' },
  id: number,
): Promise<boolean> {
  const rendered = await markdown.render(input.content, { isArticle: input.isLongForm })
  return inTransaction(db, async (db) => {
    const isNew = await endImport(db, member.id, key, null)
    if (isNew) await createPostAs(db, member, { id, createdAt: createdAt ?? new Date(clock.now()) }, input, rendered)
    return isNew
  })
}

/** @returns whether it was not here yet @throws AppError when the member has too many drafts */
const keep = ({ db }: Parts, member: Member, { key }: OldPost, { input }: Plan & { as: 'draft' }): Promise<boolean> =>
  inTransaction(db, async (db) => {
    const draftKey = createHash('sha256').update(`${member.id} ${key}`).digest('hex').slice(0, 32)
    const isNew = await endImport(db, member.id, key, draftKey)
    if (isNew && !(await saveDraft(db, member.id, draftKey, input)))
      throw new AppError('conflict', 'there are too many drafts already: publish or discard some, and ask again')
    return isNew
  })

function note(report: ImportReport, { key, title }: OldPost, plan: Plan, postId: number | null): void {
  if (plan.as === 'post') report.posts.push({ key, title, address: postId === null ? null : `/post/${postId}` })
  else if (plan.as === 'draft') report.drafts.push({ key, title, why: plan.why })
  else report.notTaken.push({ key, why: plan.why })
}
