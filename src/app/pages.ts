import { createHash } from 'node:crypto'
import type { QueryKey } from '@tanstack/react-query'
import { escapeScript } from '#kernel/html.ts'
import type { Locale } from '#messages/locales.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { isOn, movedFeedPath, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import { homeFacts } from '#features/discovery/site/site.routes.ts'
import { submitWebmention } from '#features/conversation/webmentions/endpoint.contract.ts'
import type { Loaded, LoadContext, Page, PageProps } from '#pages/page.ts'
import { isShown, matchPage, notFoundPath, pageAt, pathOf, propsOf } from '#pages/pages.ts'
import { isOpenEnded, isPastEnd } from './open-ended-query.ts'
import { headHtml } from './head.ts'
import { capturingHeaders, cdnHeaders, privateHeaders } from './headers.ts'
import type { PageSource, RenderedPage } from './page-cache.ts'
import { localeHeaders } from './reader-locale.ts'
import type { Rendered, RenderInput } from './render.tsx'
import type { Template } from './template.ts'

/** The render function from render.tsx, either built or, during development, from the current sources. */
export type Renderer = (input: RenderInput) => Promise<Rendered>

/** What renders pages in one language. */
export interface PageRendering {
  renderer: Renderer
  template: Template
}

export interface PagesOptions {
  ctx: LoadContext
  siteUrl: string
  site: () => Promise<SiteInfo>
  renderingIn: (locale: Locale) => Promise<PageRendering>
}

/** Returns the canonical URL of a screen: its path as in the route's pattern, and its known query parameters in a fixed
 *  order. All other paths share one URL. */
export function pageAddress(url: URL): string {
  const match = matchPage(url.pathname)
  if (!match) return notFoundPath
  const query = new URLSearchParams(match.page.address.knownQuery(url.searchParams)).toString()
  return query ? `${pathOf(match)}?${query}` : pathOf(match)
}

/** A page whose data is loaded. */
export interface PreparedPage {
  /** Null if the page also depends on something else, for example the time. */
  source: PageSource | null
  render: () => RenderedPage | Promise<RenderedPage>
}

/** Creates a function that prepares the document at a URL for rendering. */
export function createPageRenderer({ ctx, siteUrl, site, renderingIn }: PagesOptions) {
  const isMissing = (requested: string, choices: Pick<SiteInfo, 'sectionsOff' | 'home'>): boolean => {
    const page = matchPage(new URL(requested, siteUrl).pathname)?.page
    return page !== undefined && !page.isShared && !isShown(page, choices)
  }
  return async (requested: string, locale: Locale): Promise<PreparedPage> => {
    const pending = site()
    const choices = choicesIn(ctx) ?? (await pending)
    // Links to the feed's pages and filters keep working after it has moved. Temporary: the feed may move back.
    if (choices.home && requested.startsWith('/?')) {
      const location = isOn(choices, 'feed') ? movedFeedPath + requested.slice(1) : '/'
      return redirect({ status: 302, body: '', headers: { location }, endpoint: '/' })
    }
    // The screens that this site does not have share the document for unknown paths.
    const address = isMissing(requested, choices) ? notFoundPath : requested
    const url = new URL(address, siteUrl)
    const match = pageAt(url.pathname, choices)
    const endpoint = match.page.address.path
    const [info, loaded] = await Promise.all([pending, loadPage(ctx, match.page, propsOf(match, url.searchParams))])
    const changesByItself = match.page.changesWithContent !== true || loaded.changesWithTime === true
    if (loaded.redirectTo !== undefined) {
      const headers = { location: loaded.redirectTo }
      return redirect({ status: loaded.redirectStatus ?? 308, body: '', headers, endpoint, changesByItself })
    }
    const rendering = await renderingIn(locale)
    const source = changesByItself ? null : { data: hashOf([info, loaded]), rendering }
    return {
      source,
      render: async () => ({
        ...(await documentOf({ address, url, locale, info, loaded, page: match.page, rendering, siteUrl })),
        changesByItself,
        source,
      }),
    }
  }
}

const redirect = (page: RenderedPage): PreparedPage => ({ source: null, render: () => page })

const hashOf = (data: unknown): string => createHash('sha1').update(JSON.stringify(data)).digest('base64url')

interface DocumentParts {
  address: string
  url: URL
  locale: Locale
  info: SiteInfo
  loaded: Loaded
  page: Page
  rendering: PageRendering
  siteUrl: string
}

async function documentOf({
  address,
  url: { pathname, searchParams },
  locale,
  info,
  loaded,
  page,
  rendering: { renderer, template },
  siteUrl,
}: DocumentParts): Promise<RenderedPage> {
  const entries: [QueryKey, unknown][] = [[siteQuery.queryKey, info], ...loaded.entries]
  const query = Object.fromEntries(searchParams)
  const { html, head, jsonLd, state } = await renderer({ path: pathname, query, entries })
  const document = template({
    language: locale,
    head: headHtml(head, { info, siteUrl, address, jsonLd }),
    html,
    state: escapeScript(state),
    view: page.name,
    usesBuiltInFont: info.typeface === undefined,
    loadsScriptsOnIntent: page.loadsScriptsOnIntent === true,
  })
  const link = head.acceptsWebmentions ? { link: `<${siteUrl}${submitWebmention.path}>; rel="webmention"` } : {}
  const { address: pattern, capturing, isPrivate } = page
  const status = loaded.status ?? (isPastEnd(pattern, searchParams, loaded.entries) ? 404 : 200)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...(info.hasOneLanguage ? {} : { vary: localeHeaders }),
    ...link,
    ...(status === 200 && !isPrivate && info.hasOneLanguage && cdnHeaders),
    ...(capturing && capturingHeaders),
    ...(isPrivate && privateHeaders),
  }
  const openEnded = isOpenEnded(pattern, searchParams, loaded.entries)
  return { status, body: document, headers, endpoint: pattern.path, isOpenEnded: openEnded }
}

/** Returns what the settings in memory say about the site's pages. Null if the home page is one of the site's pages:
 *  only the database knows its current slug, and whether it is published. */
function choicesIn({ siteSettings }: LoadContext): Pick<SiteInfo, 'sectionsOff' | 'home'> | null {
  const { settings } = siteSettings.now
  const { sectionsOff, home } = settings
  return home.kind === 'page' ? null : { sectionsOff, ...homeFacts(settings, null) }
}

/** A page without `load` returns 200 for any parameters; the browser then shows whether the content exists. */
async function loadPage(ctx: LoadContext, { load }: Page, { params, query }: PageProps): Promise<Loaded> {
  if (!load) return { entries: [] }
  if (!params) return { status: 404, entries: [] }
  return (await load())(ctx, { params, query })
}
