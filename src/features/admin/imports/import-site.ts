import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { inTransaction } from '#kernel/db.ts'
import type { Context, Member } from '#kernel/http.ts'
import { withAddresses } from '#kernel/markdown/addresses.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import { beginImports, type Import, isPost, listCategories, listImports } from './imports.store.ts'
import { SourceLinks, originsOf } from './source-links.ts'
import type { SourcePost, SourceSite } from './source-site.ts'
import { pinsImported } from '#features/writing/pins/pins.events.ts'
import { createPictureCopier, type PictureCopier } from './picture-copier.ts'
import { categoryOf, type Plan, planOf } from './import-plan.ts'
import { importProfile, profileKey } from './import-profile.ts'
import { importProjects, type ProjectParts } from './import-projects.ts'
import { emptyReport, type ImportReport } from './import-report.ts'
import { type Entry, importPost, record } from './import-post.ts'
import { importedRevisions } from './import-history.ts'

interface Parts extends ProjectParts, Pick<Context, 'clock' | 'markdown'> {}

export interface ImportOptions {
  /** Where the old site was, as `https://old.example`. */
  from: string | null
  /** Reads and reports, and changes nothing. */
  isDryRun: boolean
}

/** Brings the old site's posts here, oldest first, each as a whole or not at all, and what it says of the member. What is
 *  here already stays as it is, and an interrupted run is carried on by the next. */
export async function importSite(
  parts: Parts,
  member: Member,
  site: SourceSite,
  { from, isDryRun }: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport(site, isDryRun)
  const known = await listCategories(parts.db)
  const entries = plan(parts, site, known, report)
  const projectKeys = (site.projects ?? []).map(({ key }) => key)
  const keys = [...entries.map(({ post }) => post.key), ...(site.profile ? [profileKey(site)] : []), ...projectKeys]
  const before = new Map((await listImports(parts.db, member.id, keys)).map((one) => [one.key, one]))
  const waiting = entries.filter(({ post }) => !before.get(post.key)?.isDone)
  report.alreadyThere = entries.length - waiting.length
  if (isDryRun) {
    report.hasProfile = site.profile !== undefined && !before.get(profileKey(site))?.isDone
    report.projectsBrought = projectKeys.filter((key) => !before.get(key)?.isDone).length
    for (const { post, plan } of waiting) record(report, post, plan, null)
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
  const publicKeys = keysOfPosts(entries, imports)

  const rewritten = rewriting(parts, pictures, new SourceLinks(site.posts, origins), (post) =>
    publicKeys.has(post.key) ? imports.get(post.key)!.postId : null,
  )
  const finalPlan = async ({ post, categoryId, plan }: Entry): Promise<Plan> =>
    plan.as === 'nothing' ? plan : planOf(post, await rewritten(post.content, post), categoryId, parts.clock.now())

  if (site.profile && !imports.get(profileKey(site))?.isDone)
    report.hasProfile = await importProfile(parts, member, site, pictures, report)
  for (const entry of waiting) {
    const { post } = entry
    const revisions = await importedRevisions(parts, post, known, (content) => rewritten(content, post))
    const plan = asChange(await finalPlan(entry), post, await changedPost(parts, post, imports, report))
    await importPost(parts, member, { ...entry, plan, revisions }, imports.get(post.key)!.postId, report)
  }
  await importPins(parts, member, waiting, imports, report)
  await importProjects(parts, member, site, pictures, report)
  report.picturesCopied = pictures.copied.size
  report.picturesFailed = [...pictures.failed].map(([address, why]) => ({ address, why }))
  return report
}

/** Makes a text of the post's show the copies of its pictures and lead to the posts here; one that cannot be read in time
 *  stays as it is. */
const rewriting =
  ({ siteUrl }: Parts, pictures: PictureCopier, links: SourceLinks, idOf: (post: SourcePost) => number | null) =>
  async (content: string, post: SourcePost): Promise<string> =>
    (await withAddresses(content, ({ text, kind }) => {
      if (kind === 'picture') return pictures.copy(text, post)
      const target = links.find(text, post)
      const id = target && idOf(target.post)
      if (id === null) return null
      const address = postAddress.href({ id }) + target!.rest
      return kind === 'bare' ? siteUrl + address : address
    })) ?? content

/** What is to become of each post, oldest first. */
function plan({ clock }: Parts, site: SourceSite, known: Category[], report: ImportReport): Entry[] {
  const nowMs = clock.now()
  const timeOf = ({ createdAt }: SourcePost) => createdAt?.getTime() ?? nowMs
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
  const hasPost = ({ post, plan }: Entry) => {
    const known = imports.get(post.key)
    return known?.isDone ? known.draftKey === null : plan.as === 'post'
  }
  return new Set(entries.filter(hasPost).map(({ post }) => post.key))
}

/** Pins what has become a post now and stood first before, in the same order. */
async function importPins(
  { db, emit }: Parts,
  member: Member,
  entries: Entry[],
  imports: Map<string, Import>,
  report: ImportReport,
): Promise<void> {
  const published = new Set(report.posts.map(({ key }) => key))
  const pinned = entries.flatMap(({ post: { key, pinnedAt } }) =>
    pinnedAt && published.has(key) ? [{ key, pinnedAt }] : [],
  )
  const postIds = pinned
    .toSorted((a, b) => a.pinnedAt.getTime() - b.pinnedAt.getTime())
    .map(({ key }) => imports.get(key)!.postId)
  await inTransaction(db, (db) => emit(db, pinsImported, { memberId: member.id, postIds }))
}

/** The post here that the old draft is a change of; null when it is of none, or that is not here. */
async function changedPost(
  { db }: Parts,
  { changes }: SourcePost,
  imports: Map<string, Import>,
  { posts }: ImportReport,
): Promise<number | null> {
  const known = changes && imports.get(changes.key)
  if (!known) return null
  const isImported = (known.isDone && known.draftKey === null) || posts.some(({ key }) => key === known.key)
  return isImported && (await isPost(db, known.postId)) ? known.postId : null
}

const asChange = (plan: Plan, { changes }: SourcePost, postId: number | null): Plan =>
  plan.as === 'draft' && changes && postId !== null
    ? { ...plan, input: { ...plan.input, postId, baseUpdatedAt: changes.baseUpdatedAt } }
    : plan
