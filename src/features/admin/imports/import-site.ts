import { t } from '#messages/messages.ts'
import { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import { postAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { inTransaction } from '#kernel/db.ts'
import type { Context, Member } from '#kernel/http.ts'
import { readAhead } from '#kernel/read-ahead.ts'
import { withAddresses } from '#kernel/markdown/addresses.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import { beginImports, type Import, isPost, listCategories, listImports, listSlugs } from './imports.store.ts'
import { withCover } from './covers.ts'
import { SourceLinks, originsOf } from './source-links.ts'
import { SourceError, type SourcePost, type SourceSite } from './source-site.ts'
import { pinsImported } from '#features/writing/pins/pins.events.ts'
import { createPictureCopier, type PictureCopier } from './picture-copier.ts'
import { detailsOf, type Plan, planOf, topicsOf } from './import-plan.ts'
import { importPages, pageText, splitPages } from './import-pages.ts'
import { checkRedirects, redirectOldAddresses } from './old-addresses.ts'
import { importProfile, profileKey } from './import-profile.ts'
import { importProjects, type ProjectParts } from './import-projects.ts'
import { emptyReport } from './import-report.ts'
import type { ImportReport } from './import-report.contract.ts'
import { type Entry, importPost, type PreparedEntry, record, renderEntry } from './import-post.ts'
import { importNewComments } from './import-comments.ts'
import { importedRevisions } from './import-history.ts'

/** How many posts are prepared while another one is being saved. */
const maxAhead = 4

interface Parts extends ProjectParts, Pick<Context, 'clock' | 'markdown' | 'sitePaths'> {}

export interface ImportOptions {
  /** URL of the old site: `https://old.example`. */
  from: string | null
  /** Only reports what an import would do. */
  isDryRun: boolean
  /** Called before each post and page that has not been imported yet, and at the end. */
  onProgress?: ((done: number, total: number) => void) | undefined
  /** Ends the import before the next post or page. */
  signal?: AbortSignal
}

/** Imports the posts, oldest first, each in its own transaction, then the profile's pins and projects. Skips items that
 *  have already been imported, so that a run can resume an interrupted one. */
export async function importSite(
  parts: Parts,
  member: Member & { username: string },
  site: SourceSite,
  { from, isDryRun, onProgress, signal }: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport(site, isDryRun)
  const known = await listCategories(parts.db)
  const origins = originsOf(site, from)
  const { pages, posts } = splitPages(site, member, report)
  const entries = plan(parts, posts, known, origins, report)
  const projectKeys = (site.projects ?? []).map(({ key }) => key)
  const keys = [
    ...entries.map(({ post }) => post.key),
    ...pages.map(({ key }) => key),
    ...(site.profile ? [profileKey(site)] : []),
    ...projectKeys,
  ]
  const before = new Map((await listImports(parts.db, member.id, keys)).map((one) => [one.key, one]))
  const waiting = entries.filter(({ post }) => !before.get(post.key)?.isDone)
  report.alreadyImported = entries.length - waiting.length
  const total = waiting.length + pages.filter(({ key }) => !before.get(key)?.isDone).length
  let begun = 0
  const step = () => {
    signal?.throwIfAborted()
    onProgress?.(begun++, total)
  }
  if (isDryRun) {
    report.hasProfile = site.profile !== undefined && !before.get(profileKey(site))?.isDone
    report.projectsImported = projectKeys.filter((key) => !before.get(key)?.isDone).length
    for (const { post, plan } of waiting) record(report, post, plan, null)
    await importPages(parts, member, pages, before, async ({ content }) => content, report)
    await importNewComments(parts, site.posts, before, report)
    checkRedirects(parts.siteUrl, member, site, report)
    onProgress?.(total, total)
    return report
  }
  await beginImports(
    parts.db,
    member.id,
    keys.filter((key) => !before.has(key)),
  )
  const imports = new Map((await listImports(parts.db, member.id, keys)).map((one) => [one.key, one]))
  const pictures = createPictureCopier(parts, member, site, origins)
  const publicKeys = keysOfPosts(entries, imports)

  const rewritten = rewriting(parts, pictures, new SourceLinks(site.posts, origins), (post) =>
    publicKeys.has(post.key) ? imports.get(post.key)!.postId : null,
  )
  /** Everything that can be done before the post's turn. */
  async function prepare({ post, ...entry }: Entry): Promise<PreparedEntry> {
    signal?.throwIfAborted()
    const revisions = await importedRevisions(parts, post, known, (content) => rewritten(content, post))
    const plan = await finalPlan({ post, ...entry })
    return { ...(await renderEntry(parts, { post, ...entry, plan })), revisions }
  }
  async function finalPlan({ post, facts, plan }: Entry): Promise<Plan> {
    if (plan.as === 'nothing') return plan
    const cover = await copyCover(pictures, post)
    const content = await rewritten(post.content, post)
    const planned = planOf(post, content, { ...facts, cover }, parts.clock.now())
    // Short posts have no cover, so it becomes a picture in the text.
    return cover && planned.as === 'post' && !planned.input.isLongForm
      ? planOf(post, withCover(content, { address: cover.url, alt: cover.alt }), facts, parts.clock.now())
      : planned
  }

  if (site.profile && !imports.get(profileKey(site))?.isDone)
    report.hasProfile = await importProfile(parts, member, site, pictures, report)
  for await (const entry of readAhead(waiting, maxAhead, prepare)) {
    step()
    const { post } = entry
    const plan = asEdit(entry.plan, post, await editedPost(parts, post, imports, report))
    await importPost(parts, member, { ...entry, plan }, imports.get(post.key)!.postId, report)
  }
  const finalText = (page: SourcePost) => {
    step()
    return rewritten(pageText(page), page)
  }
  await importPages(parts, member, pages, before, finalText, report)
  onProgress?.(total, total)
  await importNewComments(parts, site.posts, before, report)
  await importPins(parts, member, waiting, imports, report)
  await importProjects(parts, member, site, pictures, report)
  const done = new Map((await listImports(parts.db, member.id, keys)).map((one) => [one.key, one]))
  assertNoneLost(report, done)
  await redirectOldAddresses(parts, member, site, done, known, report)
  await giveAddresses(parts.db, report)
  report.picturesCopied = pictures.copied.size
  report.picturesFailed = [...pictures.failed].map(([address, why]) => ({ address, why }))
  return report
}

/** Commits do not wait for the disk, so a database crash loses the latest ones, but the import may go on as if they
 *  had been saved. @throws SourceError if a reported post or draft was lost */
function assertNoneLost({ posts, drafts }: ImportReport, done: ReadonlyMap<string, Import>): void {
  if ([...posts, ...drafts].some(({ key }) => !done.get(key)?.isDone))
    throw new SourceError(
      t('The database stopped during the import and lost some posts. Run the import again to add them.'),
    )
}

/** Returns a function that points the pictures in a post to their copies, and the links to the imported posts. Text
 *  that takes too long to parse is left unchanged. */
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

/** Copies the cover. A cover that cannot be copied keeps its old URL, if it has one; the report lists it either way. */
async function copyCover(pictures: PictureCopier, post: SourcePost): Promise<ArticleDetails['cover']> {
  if (!post.cover) return null
  const { address, alt } = post.cover
  const url = (await pictures.copy(address, post)) ?? address
  return ArticleDetails.shape.cover.safeParse({ url, alt: alt.slice(0, 1000) }).data ?? null
}

/** Plans what each post becomes, oldest first. */
function plan(
  { clock }: Parts,
  posts: SourcePost[],
  known: Category[],
  origins: string[],
  report: ImportReport,
): Entry[] {
  const nowMs = clock.now()
  const timeOf = ({ createdAt }: SourcePost) => createdAt?.getTime() ?? nowMs
  const seen = new Set<string>()
  const entries: Entry[] = []
  for (const post of posts.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const { omitted, ...topics } = topicsOf(post, known)
    const facts = { ...detailsOf(post, origins), ...topics }
    if (seen.has(post.key)) report.rejected.push({ key: post.key, why: t('another post has the same name') })
    else {
      entries.push({ post, facts, plan: planOf(post, post.content, facts, nowMs) })
      if (post.notes?.length) report.notes.push({ key: post.key, notes: post.notes })
      if (omitted.length > 0) report.tagsOmitted.push({ key: post.key, tags: omitted })
    }
    seen.add(post.key)
  }
  return entries
}

/** Replaces the ids in the addresses of published articles with their slugs. */
async function giveAddresses(db: Parts['db'], { posts }: ImportReport): Promise<void> {
  const ids = posts.map(({ address }) => idOf(address)).filter((id) => id !== undefined)
  const slugs = new Map((await listSlugs(db, ids)).map(({ id, slug }) => [id, slug]))
  for (const post of posts) {
    const id = idOf(post.address)
    if (id !== undefined) post.address = postPath({ id, slug: slugs.get(id) ?? null })
  }
}

const idOf = (address: string | null) => postAddress.paramsIn(postAddress.match(address ?? '') ?? {})?.id

/** Returns the keys of the posts that links can point to. */
function keysOfPosts(entries: Entry[], imports: Map<string, Import>): Set<string> {
  const hasPost = ({ post, plan }: Entry) => {
    const known = imports.get(post.key)
    return known?.isDone ? known.draftKey === null : plan.as === 'post'
  }
  return new Set(entries.filter(hasPost).map(({ post }) => post.key))
}

/** Pins the posts from this run that were pinned on the old site, in the same order. */
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

/** Returns the imported post that a draft edits, or null. */
async function editedPost(
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

const asEdit = (plan: Plan, { changes }: SourcePost, postId: number | null): Plan =>
  plan.as === 'draft' && changes && postId !== null
    ? { ...plan, input: { ...plan.input, postId, baseUpdatedAt: changes.baseUpdatedAt } }
    : plan
