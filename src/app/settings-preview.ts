import type { IncomingHttpHeaders } from 'node:http'
import { retryRead } from '#kernel/db.ts'
import { escapeHtml } from '#kernel/html.ts'
import type { Context } from '#kernel/http.ts'
import { plainPage } from '#kernel/plain-page.ts'
import { traceLocale } from '#kernel/trace.ts'
import { locale, t } from '#messages/messages.ts'
import type { LiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import { createPreviews } from '#features/admin/site-settings/settings-previews.ts'
import {
  parsePreviewPath,
  previewHref,
  previewPathPrefix,
  type PreviewTheme,
} from '#features/admin/site-settings/settings-previews.contract.ts'
import { siteInfo } from '#features/discovery/site/site.routes.ts'
import type { CachedRoutes } from './cached-routes.ts'
import type { createDocumentAddress } from './document-address.ts'
import { framable, privateHeaders } from './headers.ts'
import { createPageRenderer, type PagesOptions } from './pages.ts'
import { readerLocale } from './reader-locale.ts'
import { siteLocale } from '#features/admin/site-settings/site-locale.contract.ts'
import { previewHtml } from './preview-html.ts'
import { textOf } from './body-parts.ts'
import { type Assets, siteFiles } from './site-files.ts'

interface Options extends Pick<PagesOptions, 'siteUrl' | 'renderingIn'> {
  ctx: Context
  documents: ReturnType<typeof createDocumentAddress>
  cachedRoutes: Pick<CachedRoutes, 'has'>
  assets: Pick<Assets, 'has'>
  /** The Content Security Policy for previews. */
  policy: string
}

/** What a URL in a preview refers to. */
interface PreviewTarget {
  token: string
  theme: PreviewTheme
  /** The URL of a page or file on the site. */
  url: URL
}

interface PreviewResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}
export type SettingsPreviews = ReturnType<typeof createSettingsPreviews>

/** The pattern of all URLs in previews, for logs and metrics: the URLs contain a secret. */
export const previewPattern = `${previewPathPrefix}:token`

/** Shows the site as it will look to visitors once an administrator saves the settings that are previewed. Nothing is
 *  cached, and nothing can be changed there. */
export function createSettingsPreviews({ ctx, documents, cachedRoutes, assets, policy, ...options }: Options) {
  const previewOf = createPreviews(ctx)
  const { siteUrl } = options

  /** Returns the canonical URL of the page; null if the URL is not that of a page. */
  function addressOf(url: URL): string | null {
    const address = documents.documentAddress(url, url.pathname)
    return address === null || cachedRoutes.has(address) || assets.has(url.pathname) ? null : address
  }

  async function renderPage({ token, theme, url }: PreviewTarget, settings: LiveSiteSettings, files: Assets) {
    const context = { ...ctx, siteSettings: settings, site: { ...ctx.site, name: settings.name } }
    const prepare = createPageRenderer({ ...options, ctx: context, site: () => siteInfo(context) })
    const address = await documents.settled(documents.documentAddress(url, url.pathname) ?? url.pathname, url)
    const page = await (await retryRead(() => prepare(address, locale()))).render()
    const inPreview = (path: string) => previewHref(previewPathPrefix + token, theme, path)
    const hrefOf = (path: string) => {
      const target = URL.parse(path, siteUrl)
      if (target?.origin !== new URL(siteUrl).origin) return null
      return files.has(target.pathname) || addressOf(target) !== null ? inPreview(path) : null
    }
    const location = page.headers['location']
    const headers = {
      ...framable({ 'content-security-policy': policy }),
      ...privateHeaders,
      'content-type': 'text/html; charset=utf-8',
      ...(location !== undefined && { location: hrefOf(location) ?? location }),
    }
    return { status: page.status, headers, body: previewHtml(textOf(page.body), { theme, hrefOf }) }
  }

  async function respond(target: PreviewTarget, reader: IncomingHttpHeaders): Promise<PreviewResponse> {
    const settings = await previewOf(target.token)
    if (!settings) return expired()
    const choices = settings.now.settings
    traceLocale(readerLocale(choices, reader) ?? siteLocale(choices))
    const files = siteFiles(settings.now)
    const file = await files.get(target.url.pathname)
    const body = file?.bodies.identity
    if (!file || !body) return renderPage(target, settings, files)
    return { status: file.status, headers: { ...file.headers, ...privateHeaders }, body }
  }

  return {
    /** Parses a URL; null if it is not in a preview. */
    at({ pathname, search }: URL): PreviewTarget | null {
      const parsed = pathname.startsWith(previewPathPrefix) ? parsePreviewPath(pathname) : null
      if (!parsed) return null
      const url = URL.parse(siteUrl + parsed.page + search)
      return url && { ...parsed, url }
    },
    respond,
  }
}

/** Returns the page for previews that do not exist (anymore). */
async function expired(): Promise<PreviewResponse> {
  const page = plainPage(
    t('Preview expired'),
    `<p>${escapeHtml(t('Previews can be opened for ten minutes. Choose “Preview” in the site settings again.'))}</p>`,
    404,
  )
  return {
    status: page.status,
    headers: { ...framable(Object.fromEntries(page.headers)), ...privateHeaders },
    body: await page.text(),
  }
}
