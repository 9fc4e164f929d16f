import assert from 'node:assert/strict'
import type { QueryKey } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, test } from 'vitest'
import { inLanguage } from '#kernel/trace.ts'
import { translateRequests } from '#kernel/translation.ts'
import { locales } from '#messages/locales.ts'
import { installTranslation } from '#messages/messages.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { pageAt } from '#pages/pages.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { postQuery } from '#features/writing/posts/posts.hooks.ts'
import { aPost } from '#tests/support/samples.ts'
import { everyPage, type Named } from '#tests/support/every-page.ts'
import { ShownHtml } from '#ui/prose.tsx'
import { createQueryCache } from '#web/query-cache.ts'
import { renderPage } from './render.tsx'
import { Site } from './site.tsx'

afterEach(() => installTranslation({ locale: () => 'en', translate: (text) => text }))

const plainSite: SiteInfo = { name: 'Devstead', ownerUsername: 'olga', isRegistrationOpen: true, canSendEmail: true }
const sites: SiteInfo[] = [
  plainSite,
  {
    ...plainSite,
    name: 'Warp & Weft',
    icon: 'v1',
    tagline: 'Looms <and> yarn',
    isRegistrationOpen: false,
    pages: [
      { slug: 'about', title: 'About' },
      { slug: 'talks/2024', title: 'Talks' },
    ],
    rules: [{ slug: 'conduct', title: 'House rules' }],
    links: [{ label: 'Code', url: 'https://code.example/olga' }],
    contact: 'mailto:olga@loom.example',
    sectionsOff: ['live'],
    home: { kind: 'page', slug: 'about' },
  },
]
const named: Named = {
  post: 1,
  article: 2,
  slug: 'warping',
  series: 'weaving',
  project: 3,
  livestream: 4,
  recording: 5,
  username: 'olga',
  tag: 'looms',
}
const addresses = [...everyPage(named), '/talks/2024', '/conduct', '/search']

/** Renders the page without a frame that was rendered before. */
async function renderWhole(path: string, search: string, site: SiteInfo): Promise<string> {
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, site)
  await pageAt(path, site).page.view.load()
  const whole = createElement(Site, { cache, address: { path, search } })
  return renderToString(createElement(ShownHtml, { value: new Map() }, whole))
}

test('renders every page in every language as if the whole page were rendered', async () => {
  translateRequests(() => 'en')
  for (const site of sites)
    for (const locale of locales)
      await inLanguage(locale, async () => {
        for (const address of addresses) {
          const [path = '', search = ''] = address.split('?')
          const query = Object.fromEntries(new URLSearchParams(search))
          const { html } = await renderPage({ path, query, entries: [[siteQuery.queryKey, site]] })
          assert.equal(html.join(''), await renderWhole(path, search, site), `${locale} ${address}`)
        }
      })
})

const cover = { url: '/uploads/a.webp', src: '/uploads/a.webp', srcset: '', alt: 'A loom', width: null, height: null }

/** Renders the page of a post on the plain site. */
async function renderPost(facts: Partial<Post>) {
  const post = aPost(1, facts)
  const entries: [QueryKey, unknown][] = [
    [siteQuery.queryKey, plainSite],
    [postQuery(1).queryKey, post],
  ]
  return (await renderPage({ path: '/post/1', query: {}, entries })).html
}

test('renders the bars as the same HTML for all pages with the same current links, even if they preload a picture', async () => {
  const [plain, covered] = [await renderPost({}), await renderPost({ isLongForm: true, cover })]
  assert.match(covered[0], /^<link rel="preload" as="image"/)
  assert.doesNotMatch(plain[0], /preload/)
  assert.equal(covered[1], plain[1])
  assert.match(plain[1], /<nav aria-label="Main">/)
})

test('does not mistake text for the placeholders of the bars', async () => {
  const contentHtml = '<p><!--top bar--><!--sidebar--><!--tab bar--></p>'
  const [plain, marked] = [await renderPost({ contentHtml: '<p></p>' }), await renderPost({ contentHtml })]
  assert.deepEqual(marked[1], plain[1])
  assert.equal(marked[2].replace(contentHtml, '<p></p>'), plain[2])
})
