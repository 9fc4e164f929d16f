import type { Context, Member } from '#kernel/http.ts'
import { listCategories } from '#features/categories/categories.store.ts'
import { withAddresses } from '#features/imports/addresses.ts'
import { beginImports, type Import, listImports } from '#features/imports/imports.store.ts'
import { OldLinks, originsOf } from '#features/imports/old-links.ts'
import type { OldPost, OldSite } from '#features/imports/old-site.ts'
import { createPictureCopier, type Parts as PictureParts } from './pictures.ts'
import { categoryOf, planOf } from './plan.ts'
import { emptyReport, type ImportReport } from './report.ts'
import { type Entry, note, take } from './take.ts'

interface Parts extends PictureParts, Pick<Context, 'clock' | 'markdown'> {}

export interface ImportOptions {
  /** Where the old site was, as `https://old.example`. */
  from: string | null
  /** Reads and reports, and changes nothing. */
  isDryRun: boolean
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
  const publicKeys = keysOfPosts(entries, imports)

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
    await take(parts, member, { post, categoryId, plan: final }, imports.get(post.key)!.postId, report)
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

/** What is, or is to be, a post that can be linked to. */
function keysOfPosts(entries: Entry[], imports: Map<string, Import>): Set<string> {
  const isPost = ({ post, plan }: Entry) => {
    const known = imports.get(post.key)
    return known?.isDone ? known.draftKey === null : plan.as === 'post'
  }
  return new Set(entries.filter(isPost).map(({ post }) => post.key))
}
