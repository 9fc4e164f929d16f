import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { inTransaction } from '#kernel/db.ts'
import type { Context, Member } from '#kernel/http.ts'
import { slugFrom } from '#features/writing/site-pages/page-slugs.contract.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { sitePageImported } from '#features/writing/site-pages/site-pages.events.ts'
import { withCover } from './covers.ts'
import { endImport, type Import } from './imports.store.ts'
import type { ImportReport } from './import-report.contract.ts'
import type { SourcePost, SourceSite } from './source-site.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'markdown' | 'emit' | 'sitePaths'>

/** The highest number to append to a slug that is in use. */
const maxSuffix = 20

/** Separates a site's pages from its posts. Only administrators can add pages, so other members' pages become
 *  articles. */
export function splitPages(
  { posts }: SourceSite,
  member: Pick<Member, 'role'>,
  report: ImportReport,
): { pages: SourcePost[]; posts: SourcePost[] } {
  if (member.role === 'admin')
    return { pages: posts.filter(({ isPage }) => isPage), posts: posts.filter(({ isPage }) => !isPage) }
  for (const { key, isPage } of posts)
    if (isPage)
      report.notes.push({ key, notes: [t('it became an article, because only administrators can add pages')] })
  return { pages: [], posts }
}

/** Imports the pages that have not been imported yet, each in its own transaction.
 *  @param rewritten returns the text of a page with the new addresses of pictures and posts */
export async function importPages(
  parts: Parts,
  member: Member,
  pages: SourcePost[],
  imports: ReadonlyMap<string, Import>,
  rewritten: (page: SourcePost) => Promise<string>,
  report: ImportReport,
): Promise<void> {
  for (const page of pages) {
    if (imports.get(page.key)?.isDone) report.alreadyImported++
    else await importOne(parts, member, page, rewritten, report)
  }
}

async function importOne(
  { db, clock, markdown, emit, sitePaths }: Parts,
  member: Member,
  page: SourcePost,
  rewritten: (page: SourcePost) => Promise<string>,
  report: ImportReport,
): Promise<void> {
  const { key, isDraft, isInNavigation = false, createdAt, history } = page
  const now = new Date(clock.now())
  try {
    const slug = await freeSlug({ db, sitePaths }, page)
    const title = titleOf(page, slug)
    if (!report.isDryRun) {
      const content = await rewritten(page)
      const rendered = await markdown.render(content, { isArticle: true })
      const times = { createdAt: createdAt ?? now, updatedAt: history?.updatedAt ?? createdAt ?? now }
      await inTransaction(db, async (db) => {
        if (!(await endImport(db, member.id, key, { pageSlug: slug }))) return
        await emit(db, sitePageImported, {
          member,
          slug,
          title,
          content,
          rendered,
          ...times,
          isPublished: !isDraft,
          isInNavigation,
        })
      })
    }
    report.pages.push({ key, title, address: report.isDryRun ? null : sitePageAddress.href({ slug }) })
  } catch (reason) {
    if (!(reason instanceof AppError) || reason.code === 'not_ready') throw reason
    report.rejected.push({ key, why: reason.message })
  }
}

/** Returns the slug from the page's address, with a number if this site already uses it.
 *  @throws AppError if none is free */
async function freeSlug({ db, sitePaths }: Pick<Parts, 'db' | 'sitePaths'>, page: SourcePost): Promise<string> {
  const [address = '/'] = page.addresses
  const path = URL.parse(address, 'https://source.invalid')?.pathname ?? address
  const wanted = slugFrom(path) ?? slugFrom(page.slug ?? '') ?? slugFrom(page.title) ?? 'page'
  for (let number = 1; number <= maxSuffix; number++) {
    // Slashes are replaced, because a slug whose first part belongs to a screen conflicts even with a number appended.
    const slug = number === 1 ? wanted : `${wanted.replaceAll('/', '-')}-${number}`
    if ((await sitePaths.problemOf(db, slug)) === null) return slug
  }
  throw new AppError('conflict', t('/{wanted} is already used by this site', { wanted }))
}

const titleOf = ({ title }: SourcePost, slug: string): string =>
  title.trim() ||
  slug
    .split('/')
    .at(-1)!
    .replaceAll('-', ' ')
    .replace(/^./, (letter) => letter.toUpperCase())

/** Returns a page's text with the page's cover above it, because pages have no cover field. */
export const pageText = ({ content, cover }: SourcePost): string => withCover(content, cover)
