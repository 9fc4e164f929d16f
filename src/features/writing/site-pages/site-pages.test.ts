import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, many, one, run } from '#kernel/db.ts'
import { toAppError } from '#kernel/errors.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import { getSitemap } from '#features/discovery/sitemap/sitemap.contract.ts'
import { sitemapRoutes } from '#features/discovery/sitemap/sitemap.routes.ts'
import { getSite, maxInNavigation } from '#features/discovery/site/site.contract.ts'
import { siteRoutes } from '#features/discovery/site/site.routes.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { getPublishedPage, type PublishedPage } from './published-page.contract.ts'
import {
  type AddressState,
  createPage,
  deletePage,
  getAddressState,
  getPage,
  getPages,
  maxPages,
  navigationFull,
  orderPages,
  type PageInput,
  type SitePage,
  tooComplex,
  tooManyPages,
  updatePage,
} from './site-pages.contract.ts'
import { type ImportedPage, sitePageImported } from './site-pages.events.ts'
import { sitePagesFeature } from './site-pages.feature.ts'
import { listKnownSlugs } from './site-pages.store.ts'

const about: PageInput = {
  slug: 'about',
  title: 'About',
  content: 'About **this** site.',
  isInNavigation: false,
  isPublished: true,
}
const unknownId = 999_999
const site = { name: 'Here', ownerUsername: null, canSendEmail: true }

async function castPages() {
  const t = await cast([...sitePagesFeature.routes, ...sitemapRoutes, ...siteRoutes], { site })
  const add = async (part: Partial<PageInput> = {}) => {
    const { status, body } = await t.admin<SitePage>('POST', createPage.path, { ...about, ...part })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const save = (page: SitePage, part: Partial<PageInput> = {}) =>
    t.admin<SitePage & { page: SitePage; message: string }>('PUT', updatePage.href({ id: page.id }), {
      ...page,
      ...part,
    })
  const read = (slug: string) =>
    t.stranger<PublishedPage>('GET', `${getPublishedPage.path}?slug=${encodeURIComponent(slug)}`)
  const refusalOf = async (part: object) => {
    const { status, body } = await t.admin('POST', createPage.path, { ...about, ...part })
    return [status, body.message]
  }
  const navigation = async () =>
    (await t.stranger<{ pages?: { slug: string }[] }>('GET', getSite.path)).body.pages?.map(({ slug }) => slug) ?? []
  const stateOf = async (slug: string, pageId?: number) =>
    (
      await t.admin<AddressState>(
        'GET',
        `${getAddressState.path}?slug=${encodeURIComponent(slug)}${pageId ? `&pageId=${pageId}` : ''}`,
      )
    ).body
  return { ...t, add, save, read, refusalOf, navigation, stateOf }
}

test('lets an administrator publish a page that everyone can read', async () => {
  const t = await castPages()
  const page = await t.add()
  assert.deepEqual(t.announced(), ['pages', 'removals'])
  assert.deepEqual([page.slug, page.title, page.authorName], ['about', 'About', 'Ada Admin'])
  const { status, body } = await t.read('about')
  assert.equal(status, 200)
  assert.deepEqual(
    [body.id, body.title, body.contentHtml, body.description],
    [page.id, 'About', '<p>About <strong>this</strong> site.</p>\n', 'About this site.'],
  )
  assert.deepEqual(Object.keys(body).toSorted(), ['contentHtml', 'description', 'id', 'slug', 'title', 'updatedAt'])
  assert.equal((await t.read('/About/')).status, 200)
})

test('renders pages like articles, but does not link hashtags', async () => {
  const t = await castPages()
  await t.add({ content: '## Work\n\nI use #rust.' })
  const { body } = await t.read('about')
  assert.match(body.contentHtml, /<h2 id="h-work">/)
  assert.match(body.contentHtml, /I use #rust\./)
})

test('lets only administrators write and list pages', async () => {
  const t = await castPages()
  const { id } = await t.add()
  const calls: [Parameters<typeof t.admin>[0], string, unknown?][] = [
    ['GET', getPages.path],
    ['POST', createPage.path, { ...about, slug: 'other' }],
    ['PUT', orderPages.path, { ids: [id] }],
    ['GET', `${getAddressState.path}?slug=x`],
    ['GET', getPage.href({ id })],
    ['PUT', updatePage.href({ id }), about],
    ['DELETE', deletePage.href({ id })],
  ]
  for (const [method, path, body] of calls) {
    assert.equal((await t.stranger(method, path, body)).status, 401, `${method} ${path}`)
    assert.equal((await t.alice(method, path, body)).status, 403, `${method} ${path}`)
  }
  assert.equal((await t.admin<{ pages: unknown[] }>('GET', getPages.path)).body.pages.length, 1)
})

test('does not add a second page for a repeated creation request', async () => {
  const t = await castPages()
  const page = await t.add()
  t.announced()
  assert.deepEqual(await t.add(), page)
  assert.deepEqual(t.announced(), [])
})

test('adds one page for concurrent requests with the same slug', async () => {
  const t = await castPages()
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) => t.admin('POST', createPage.path, { ...about, title: `Number ${n}` })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 400, 400, 400],
  )
})

test('rejects slugs that the site or another page uses', async () => {
  const t = await castPages()
  const { id } = await t.add()
  for (const slug of ['settings', 'Settings', 'api', 'api/anything', 'auth', 'storage/v1', 'live', 'assets', '404']) {
    const [status, message] = await t.refusalOf({ slug })
    assert.deepEqual([status, message], [400, `/${slug.toLowerCase()} is already used by this site.`])
  }
  assert.deepEqual(await t.refusalOf({ title: 'Other' }), [400, '/about is already used by the page “About”.'])
  assert.deepEqual(await t.stateOf('blog'), { problem: '/blog is already used by this site.', note: null })
  assert.deepEqual(await t.stateOf('about'), { problem: '/about is already used by the page “About”.', note: null })
  assert.deepEqual(await t.stateOf('about', id), { problem: null, note: null })
  assert.deepEqual(await t.stateOf('talks/2024'), { problem: null, note: null })
})

test('rejects invalid input with an error for the field', async () => {
  const t = await castPages()
  const { body } = await t.admin<{ issues: { path: string }[] }>('POST', createPage.path, {
    slug: 'a b',
    title: ' ',
    content: '\u200b',
    isInNavigation: 'yes',
  })
  assert.deepEqual(
    body.issues.map(({ path }) => path),
    ['slug', 'title', 'content', 'isInNavigation', 'isPublished'],
  )
  assert.deepEqual(await t.refusalOf({ content: 'x'.repeat(100_001) }), [
    400,
    'The text can have at most 100,000 characters',
  ])
  assert.deepEqual(await t.refusalOf({ title: 'x'.repeat(201) }), [400, 'The title can have at most 200 characters'])
  assert.deepEqual(await t.refusalOf({ content: '`a` '.repeat(25_000) }), [400, tooComplex()])
  assert.equal((await t.admin('GET', getPage.href({ id: unknownId }))).status, 404)
  assert.equal((await t.admin('GET', '/api/pages/abc')).status, 400)
  assert.equal(
    (await t.admin('PUT', updatePage.href({ id: unknownId }), { ...about, updatedAt: new Date() })).status,
    404,
  )
  assert.equal((await t.admin('DELETE', deletePage.href({ id: unknownId }))).status, 404)
  assert.equal((await t.read('unknown')).body, null)
  assert.equal((await t.read('a b')).body, null)
})

test('rejects an edit to an older version as a conflict, and returns the current version', async () => {
  const t = await castPages()
  const page = await t.add()
  const first = await t.save(page, { content: 'First' })
  assert.deepEqual([first.status, first.body.content], [200, 'First'])
  assert.ok(first.body.updatedAt > page.updatedAt)
  const second = await t.save(page, { content: 'Second' })
  assert.equal(second.status, 409)
  assert.deepEqual(second.body.page, first.body)
  t.announced()
  // The response to the first save was lost.
  assert.deepEqual([(await t.save(page, { content: 'First' })).status, t.announced()], [200, []])
})

test('redirects former slugs permanently, even after several changes', async () => {
  const t = await castPages()
  const page = await t.add()
  const renamed = (await t.save(page, { slug: 'about-me' })).body
  const again = (await t.save(renamed, { slug: 'me' })).body
  for (const slug of ['about', 'about-me', 'me']) assert.equal((await t.read(slug)).body.slug, 'me', slug)
  assert.deepEqual((await listKnownSlugs(t.db)).toSorted(), ['about', 'about-me', 'me'])
  const back = (await t.save(again, { slug: 'about' })).body
  assert.equal((await t.read('me')).body.slug, 'about')
  await t.save(back, { isPublished: false })
  assert.equal((await t.read('me')).body, null)
  assert.deepEqual(await listKnownSlugs(t.db), [])
})

test('lets another page use a former slug, and notes that the slug redirects', async () => {
  const t = await castPages()
  const page = await t.add()
  await t.save(page, { slug: 'me' })
  assert.deepEqual(await t.stateOf('about'), {
    problem: null,
    note: '/about now redirects to “About”, which used to have this address. It will show this page instead.',
  })
  assert.deepEqual(await t.stateOf('about', page.id), { problem: null, note: null })
  await t.add({ title: 'New' })
  assert.equal((await t.read('about')).body.title, 'New')
})

test('does not redirect slugs that a page had before it was first published', async () => {
  const t = await castPages()
  const page = await t.add({ isPublished: false })
  const renamed = (await t.save(page, { slug: 'me' })).body
  await t.save(renamed, { isPublished: true })
  assert.equal((await t.read('about')).body, null)
})

test('shows unpublished pages only to administrators', async () => {
  const t = await castPages()
  const page = await t.add({ isPublished: false, isInNavigation: true })
  assert.equal((await t.read('about')).body, null)
  assert.deepEqual(await t.navigation(), [])
  assert.equal((await t.admin('GET', getPage.href({ id: page.id }))).status, 200)
  await t.save(page, { isPublished: true })
  assert.equal((await t.read('about')).status, 200)
  assert.deepEqual(await t.navigation(), ['about'])
})

test('lists up to eight selected pages in the navigation, in order', async () => {
  const t = await castPages()
  const pages: SitePage[] = []
  for (let n = 1; n <= maxInNavigation; n++) pages.push(await t.add({ slug: `p${n}`, isInNavigation: true }))
  await t.add({ slug: 'other' })
  assert.deepEqual(await t.refusalOf({ slug: 'p9', isInNavigation: true }), [400, navigationFull()])
  assert.equal((await t.save(pages[0]!, { title: 'Still there' })).status, 200)
  const ids = pages.map(({ id }) => id).toReversed()
  const { status, body } = await t.admin<{ pages: SitePage[] }>('PUT', orderPages.path, { ids: [...ids, unknownId] })
  assert.equal(status, 200)
  assert.deepEqual(body.pages.map(({ id }) => id).slice(0, maxInNavigation), ids)
  assert.deepEqual(await t.navigation(), ['p8', 'p7', 'p6', 'p5', 'p4', 'p3', 'p2', 'p1'])
  assert.equal((await t.admin('PUT', orderPages.path, { ids: ['x'] })).status, 400)
})

test('deletes a page along with its former slugs', async () => {
  const t = await castPages()
  const page = await t.add()
  await t.save(page, { slug: 'me' })
  assert.equal((await t.admin('DELETE', deletePage.href({ id: page.id }))).status, 204)
  assert.equal((await t.admin('DELETE', deletePage.href({ id: page.id }))).status, 404)
  for (const slug of ['about', 'me']) assert.equal((await t.read(slug)).body, null)
  assert.deepEqual(await many(t.db)`select from former_page_slugs`, [])
})

test('limits the number of pages', async () => {
  const t = await castPages()
  await run(t.db)`
    insert into site_pages (slug, title, content, content_html, description, render_version, is_in_navigation, is_published)
    select 'n' || n, 'N', '', '', '', 1, false, false from generate_series(1, ${maxPages}::int) n`
  assert.deepEqual(await t.refusalOf({}), [409, tooManyPages()])
})

test('lists published pages in the sitemap', async () => {
  const t = await castPages()
  const page = await t.add({ slug: 'talks/2024' })
  await t.add({ slug: 'hidden', isPublished: false })
  const { body } = await t.stranger<string>('GET', getSitemap.path)
  assert.ok(body.includes(`<loc>http://devstead.test/talks/2024</loc><lastmod>${page.updatedAt}</lastmod>`))
  assert.ok(!body.includes('hidden'))
})

test('re-renders pages rendered by an earlier version of the renderer', async () => {
  const t = await castPages()
  const { id } = await t.add()
  await run(t.db)`update site_pages set content_html = 'old', description = 'old', render_version = 0`
  t.announced()
  await tasksOf(sitePagesFeature.workers, t.ctx)['site-pages.render']!({})
  assert.deepEqual(t.announced(), ['pages'])
  assert.deepEqual(
    await one(
      t.db,
    )`select content_html as html, description, render_version as version from site_pages where id = ${id}`,
    { html: '<p>About <strong>this</strong> site.</p>\n', description: 'About this site.', version: renderVersion() },
  )
  await tasksOf(sitePagesFeature.workers, t.ctx)['site-pages.render']!({})
  assert.deepEqual(t.announced(), [])
})

test('keeps pages when their author deletes their account', async () => {
  const t = await castPages()
  const { id } = await t.add()
  await sitePagesFeature.accountDeletion({ ...t.ctx }, { memberId: t.members.admin.id, deletesPosts: true })
  assert.equal((await t.admin<SitePage>('GET', getPage.href({ id }))).body.authorName, null)
  assert.equal((await t.read('about')).status, 200)
})

async function importing() {
  const t = await castPages()
  const times = { createdAt: new Date('2019-03-01T00:00:00Z'), updatedAt: new Date('2020-04-05T00:00:00Z') }
  /** @returns why the page was not imported, or null */
  const bring = async (part: Partial<ImportedPage> = {}, by: Name = 'admin') => {
    const { slug, title, content } = about
    const rendered = await t.ctx.markdown.render(part.content ?? content, { isArticle: true })
    const page = { member: t.members[by], slug, title, content, rendered, ...times, ...part }
    try {
      await inTransaction(t.db, (db) => t.ctx.emit(db, sitePageImported, page))
      return null
    } catch (reason) {
      return toAppError(reason).message
    }
  }
  return { ...t, bring, times }
}

test('imports a page with its timestamps, without overwriting any page', async () => {
  const t = await importing()
  assert.equal(await t.bring({ slug: '/About/' }), null)
  assert.equal(await t.bring({ title: 'Another' }), '/about is already used by the page “About”.')
  assert.equal(await t.bring({ slug: 'blog' }), '/blog is already used by this site.')
  assert.match((await t.bring({ slug: 'über' })) ?? '', /^Use lowercase letters/)
  assert.deepEqual(
    await many(t.db)`select slug, is_published, is_in_navigation, created_at, updated_at, author_id from site_pages`,
    [
      {
        slug: 'about',
        is_published: true,
        is_in_navigation: false,
        created_at: t.times.createdAt,
        updated_at: t.times.updatedAt,
        author_id: t.members.admin.id,
      },
    ],
  )
})

test('imports unpublished pages, and adds pages to the navigation until it is full', async () => {
  const t = await importing()
  for (let n = 0; n <= maxInNavigation; n++) await t.bring({ slug: `p${n}`, isInNavigation: true })
  assert.equal((await t.navigation()).length, maxInNavigation)
  await t.bring({ slug: 'sketch', isPublished: false })
  assert.equal((await t.read('p8')).status, 200)
  assert.equal((await t.read('sketch')).body, null)
  assert.equal(await t.ctx.sitePaths.problemOf(t.db, 'free'), null)
  assert.match((await t.ctx.sitePaths.problemOf(t.db, 'sketch')) ?? '', /is already used by the page/)
})
