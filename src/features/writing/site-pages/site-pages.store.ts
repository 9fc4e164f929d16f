import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { maxInNavigation } from '#features/discovery/site/site.contract.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import type { PublishedPage } from './published-page.contract.ts'
import type { PageInput, SitePage, SitePageSummary } from './site-pages.contract.ts'

/** The stored rendering of a page. */
export interface RenderedPage {
  html: string
  /** The beginning as plain text. */
  description155: string
}

/** Makes other changes to pages wait until the transaction ends, so that two pages cannot get the same slug or
 *  position. */
export const lockPages = async (db: Db): Promise<void> =>
  void (await sql`lock table site_pages in share row exclusive mode`.execute(db))

/** Finds a published page by its slug or a former one. */
export async function findPublishedPage(db: Db, slug: string): Promise<PublishedPage | null> {
  const row = await one<Dated<PublishedPage>>(db)`
    select id, slug, title, content_html as "contentHtml", description, updated_at as "updatedAt"
    from site_pages where is_published and id = coalesce(
      (select id from site_pages where slug = ${slug}), (select page_id from former_page_slugs where slug = ${slug}))`
  return row && { ...row, updatedAt: row.updatedAt.toISOString() }
}

/** Lists the current and former slugs of published pages. */
export async function listKnownSlugs(db: Db): Promise<string[]> {
  const rows = await many<{ slug: string }>(db)`
    select slug from site_pages where is_published
    union all select former.slug from former_page_slugs former join site_pages on site_pages.id = page_id
      where is_published`
  return rows.map(({ slug }) => slug)
}

/** Lists all pages: those in the navigation first, in order, then the others by title. */
export async function listPages(db: Db): Promise<SitePageSummary[]> {
  const rows = await many<Dated<SitePageSummary>>(db)`
    select ${summaryColumns} ${pageTables}
    order by is_in_navigation desc, case when is_in_navigation then position end, lower(site_pages.title), site_pages.id`
  return rows.map(presentSummary)
}

const presentSummary = ({ updatedAt, ...page }: Dated<SitePageSummary>): SitePageSummary => ({
  ...page,
  updatedAt: updatedAt.toISOString(),
})

export async function findPage(db: Db, id: number): Promise<SitePage | null> {
  const row = await one<Dated<SitePage>>(db)`
    select ${summaryColumns}, content, site_pages.created_at as "createdAt" ${pageTables} where site_pages.id = ${id}`
  return row && { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

/** Finds the page that currently has this slug. */
export const findPageAt = (db: Db, slug: string) => one<{ id: number; title: string }>(db)`
  select id, title from site_pages where slug = ${slug}`

/** Returns the title of another page to which this slug redirects because the page used to have it. */
export async function findFormerTitle(db: Db, slug: string, pageId: number | undefined): Promise<string | null> {
  const row = await one<{ title: string }>(db)`
    select title from former_page_slugs former join site_pages on site_pages.id = page_id
    where former.slug = ${slug} and is_published and page_id <> ${pageId ?? 0}`
  return row?.title ?? null
}

export const countPages = async (db: Db): Promise<number> =>
  (await one<{ count: number }>(db)`select count(*)::int as count from site_pages`)!.count

/** Reports whether other pages fill the navigation. */
export async function isNavigationFull(db: Db, pageId: number | undefined): Promise<boolean> {
  const row = await one<{ count: number }>(db)`
    select count(*)::int as count from site_pages where is_in_navigation and id <> ${pageId ?? 0}`
  return row!.count >= maxInNavigation
}

interface NewPage {
  authorId: number
  createdAt?: Date
  updatedAt?: Date
}

/** Adds the page at the end of the navigation. @returns its id */
export async function insertPage(
  db: Db,
  { authorId, createdAt, updatedAt = createdAt }: NewPage,
  input: PageInput,
  { html, description155 }: RenderedPage,
): Promise<number> {
  await run(db)`delete from former_page_slugs where slug = ${input.slug}`
  const row = await one<{ id: number }>(db)`
    insert into site_pages (slug, title, content, content_html, description, render_version, is_in_navigation, position,
      is_published, author_id, created_at, updated_at, published_at)
    values (${input.slug}, ${input.title}, ${input.content}, ${html}, ${description155}, ${renderVersion()},
      ${input.isInNavigation}, ${nextPosition}, ${input.isPublished}, ${authorId},
      coalesce(${createdAt ?? null}::timestamptz, now()), coalesce(${updatedAt ?? null}::timestamptz, now()),
      case when ${input.isPublished}::boolean then now() end)
    returning id`
  return row!.id
}

const nextPosition = sql`(select coalesce(max(position), 0) + 1 from site_pages where is_in_navigation)`

/** Updates the page. If it was ever published, its former slug redirects to it from then on. */
export async function changePage(
  db: Db,
  { id, slug }: Pick<SitePage, 'id' | 'slug'>,
  input: PageInput,
  { html, description155 }: RenderedPage,
): Promise<void> {
  if (slug !== input.slug) {
    await run(db)`delete from former_page_slugs where slug = ${input.slug}`
    await run(db)`
      insert into former_page_slugs (slug, page_id)
      select slug, id from site_pages where id = ${id} and published_at is not null`
  }
  await run(db)`
    update site_pages set slug = ${input.slug}, title = ${input.title}, content = ${input.content},
      content_html = ${html}, description = ${description155}, render_version = ${renderVersion()},
      position = case when ${input.isInNavigation}::boolean and not is_in_navigation then ${nextPosition} else position end,
      is_in_navigation = ${input.isInNavigation}, is_published = ${input.isPublished},
      published_at = case when ${input.isPublished}::boolean then coalesce(published_at, now()) else published_at end,
      updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where id = ${id}`
}

/** Puts these pages in the order of the ids. */
export const savePageOrder = (db: Db, ids: number[]) => run(db)`
  update site_pages set position = place from unnest(${ids}::int[]) with ordinality as given (id, place)
  where site_pages.id = given.id`

export const removePage = (db: Db, id: number) => run(db)`delete from site_pages where id = ${id}`

/** The site keeps an author's pages when they delete their account. */
export const removeAuthor = (db: Db, memberId: number) => run(db)`
  update site_pages set author_id = null where author_id = ${memberId}`

/** A page rendered by another version of the renderer. */
export interface OutdatedPage {
  id: number
  content: string
  updatedAt: Date
}

/** Returns up to `limit` pages to re-render. */
export const listOutdatedPages = (db: Db, limit: number) => many<OutdatedPage>(db)`
  select id, content, updated_at as "updatedAt" from site_pages
  where render_version < ${renderVersion()} or render_version > ${renderVersion()} limit ${limit}`

/** Saves the page's rendering. Leaves the page unchanged if the rendering is null because the page can no longer be
 *  rendered. Skips pages that were changed in the meantime. */
export const savePageRendering = (db: Db, { id, updatedAt }: OutdatedPage, rendered: RenderedPage | null) => run(db)`
  update site_pages set render_version = ${renderVersion()},
    content_html = coalesce(${rendered?.html ?? null}, content_html),
    description = coalesce(${rendered?.description155 ?? null}, description)
  where id = ${id} and updated_at = ${updatedAt}`

type Dated<T> = { [Name in keyof T]: Name extends 'createdAt' | 'updatedAt' ? Date : T[Name] }

const summaryColumns = sql`site_pages.id, site_pages.slug, site_pages.title, is_in_navigation as "isInNavigation",
  is_published as "isPublished", authors.display_name as "authorName", site_pages.updated_at as "updatedAt"`
const pageTables = sql`from site_pages left join authors on authors.id = author_id`
