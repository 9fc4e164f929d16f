import type { RequestListener } from 'node:http'
import { watchClock } from '#kernel/clock-watch.ts'
import type { Changes } from '#kernel/changes.ts'
import { retryRead } from '#kernel/db.ts'
import { translateRequests } from '#kernel/translation.ts'
import type { Context } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'
import type { Locale } from '#messages/locales.ts'
import { locale } from '#messages/messages.ts'
import { createMetrics, type Metrics } from '#kernel/metrics.ts'
import { siteLocale } from '#features/admin/site-settings/site-locale.contract.ts'
import { listRules } from '#features/admin/redirects/save-redirects.ts'
import { findOwnerUsername } from '#features/discovery/site/site.store.ts'
import { listKnownSlugs } from '#features/writing/site-pages/site-pages.store.ts'
import type { Config } from './config.ts'
import { createServices } from './context.ts'
import { openDatabase } from './database.ts'
import { pagePolicy, previewPolicy, reportingHeaders, securityHeaders } from './headers.ts'
import { createApp } from './http.ts'
import { type CachedRoutes, createCachedRoutes } from './cached-routes.ts'
import { createKnownPages } from './known-pages.ts'
import { createDocumentAddress } from './document-address.ts'
import { watchIdleMemory } from './idle-memory.ts'
import { createListener, onlyProbes } from './listener.ts'
import { createLoadShedding } from './load-shedding.ts'
import { createLocaleCaches } from './locale-caches.ts'
import { createPageCache, isSameSource, type PageCacheOptions } from './page-cache.ts'
import { createPageLimits } from './page-limits.ts'
import { createPageRenderer, type PageRendering, type PreparedPage } from './pages.ts'
import { withServiceWorker } from './service-worker-file.ts'
import { createSettingsPreviews } from './settings-preview.ts'
import { withSiteFiles } from './site-files.ts'
import { createSiteInfoCache } from './site-info-cache.ts'
import { readerLocale } from './reader-locale.ts'
import { createRedirects } from './redirects.ts'
import { routes } from './features.ts'
import type { StoredResponse } from './stored-response.ts'

/** The files for rendering: the build output, or the sources during development. */
export interface SiteFiles {
  /** Returns what renders pages in a language. */
  renderingIn: (locale: Locale) => Promise<PageRendering>
  assets: Map<string, StoredResponse>
  /** Hashes of the template's inline scripts, for the Content Security Policy. */
  scriptHashes: string[]
  /** During development, Vite handles requests first and needs a less strict policy. */
  development?: { middleware: (next: RequestListener) => RequestListener; policy: string }
}

export interface OpenSite {
  ctx: Context
  listener: RequestListener
  isEmpty: () => Promise<boolean>
  close: () => Promise<void>
}

/** Opens and migrates the database, and assembles the application. */
export async function openSite(config: Config, files: SiteFiles, log: Log): Promise<OpenSite> {
  const metrics = createMetrics()
  const database = await openDatabase(config, log, metrics)
  try {
    const services = await createServices(config, database, log, { metrics })
    return assemble({ config, files, log, metrics, database, services })
  } catch (reason) {
    await database.close()
    throw reason
  }
}

interface Parts {
  config: Config
  files: SiteFiles
  log: Log
  metrics: Metrics
  database: Awaited<ReturnType<typeof openDatabase>>
  services: Awaited<ReturnType<typeof createServices>>
}

function assemble(parts: Parts): OpenSite {
  const { config, files, log, metrics, database, services } = parts
  const { ctx } = services
  const { siteUrl, roles } = config
  const { development } = files
  const currentLocale = () => siteLocale(ctx.siteSettings.now.settings)
  translateRequests(currentLocale, () => ctx.siteSettings.now.settings.interfaceLanguage !== 'reader')
  const app = createApp(routes, services.mounts, { ctx, ...config })
  const cachedRoutes = createCachedRoutes(routes, app, siteUrl, ctx)
  const preparePage = createPreparePage(parts)
  const pages = createPages(parts, { cachedRoutes, preparePage, currentLocale })
  const documents = createDocumentAddress(
    addressPrefixes(services.mounts),
    cachedRoutes,
    createKnownPages({ load: () => listKnownSlugs(ctx.db), stampOf: services.changes.stampOf }),
  )
  const assets = withSiteFiles(withServiceWorker(files.assets, config), ctx.siteSettings)
  const policies = createPolicies(parts)
  const loadShedding = createLoadShedding()
  const stopWatchingClock = watchClock(log)
  const idleMemory = watchIdleMemory()
  metrics.watchCache(pages.size)
  const listener = createListener({
    app,
    localeOf: (headers) => readerLocale(ctx.siteSettings.now.settings, headers),
    settings: ctx.siteSettings,
    documents,
    isPersonal: cachedRoutes.isPersonal,
    redirects: createRedirects({
      load: () => listRules(ctx.db, siteUrl),
      changes: services.changes,
      isTroubled: database.breaker.isTroubled,
      siteUrl,
      assets,
      pages,
      documents,
    }),
    assets,
    pages,
    previews: createSettingsPreviews({
      ctx,
      siteUrl,
      renderingIn: files.renderingIn,
      documents,
      cachedRoutes,
      assets,
      policy: policies.preview,
    }),
    renderPage: async (address) => (await preparePage(address)).render(),
    pageLimits: createPageLimits(routes, { ctx, ...config }),
    loadShedding,
    headers: securityHeaders(config),
    documentHeaders: policies.documentHeaders,
    log,
    metrics,
  })
  ctx.ownServer.serve(listener)
  return {
    ctx,
    listener: development ? development.middleware(listener) : roles.includes('web') ? listener : onlyProbes(listener),
    isEmpty: async () => (await findOwnerUsername(ctx.db)) === null,
    close: async () => {
      loadShedding.stop()
      stopWatchingClock()
      idleMemory.stop()
      await services.close()
      await database.close()
    },
  }
}

/** Returns the first segments of the URLs that are not documents. */
const addressPrefixes = (mounts: Parts['services']['mounts']): string[] => [
  ...new Set(routes.filter((one) => !one.cachedQuery).map(({ path }) => `/${path.split('/')[1]}`)),
  ...mounts.map(({ prefix }) => prefix),
]

/** Returns a function that prepares a page in the language of the request, with the current settings. */
function createPreparePage({ config, files, services: { ctx, changes } }: Parts) {
  const prepare = createPageRenderer({
    ctx,
    siteUrl: config.siteUrl,
    site: createSiteInfoCache({ ctx, changes }),
    renderingIn: files.renderingIn,
  })
  return async (address: string) => {
    await ctx.siteSettings.refresh()
    return retryRead(() => prepare(address, locale()))
  }
}

interface PagesOptions {
  cachedRoutes: CachedRoutes
  preparePage: (address: string) => Promise<PreparedPage>
  currentLocale: () => Locale
}

/** Creates the cache of pages, feeds, and other responses that are the same for all visitors with the same language. */
function createPages({ database, services }: Parts, { cachedRoutes, preparePage, currentLocale }: PagesOptions) {
  const { ctx, changes } = services
  const isPage = (address: string) => !cachedRoutes.has(address)
  const cacheOptions: PageCacheOptions = {
    render: async (address, known) => {
      await ctx.siteSettings.refresh()
      const response = cachedRoutes.render(address)
      if (response) return response
      const { source, render } = await preparePage(address)
      return isSameSource(source, known) ? null : render()
    },
    changesWith: (address) => (isPage(address) ? ['content'] : cachedRoutes.changesWith(address)),
    mayLag: isPage,
    sameVersion: withSettings(cachedRoutes.sameVersion, changes),
    stampOf: changes.stampOf,
    lastStampOf: changes.lastStampOf,
    breaker: database.breaker,
    isCall: (address) => address.startsWith('/api/'),
  }
  return createLocaleCaches({
    isPage,
    locale,
    siteLocale: currentLocale,
    create: (options) => createPageCache({ ...cacheOptions, ...options }),
  })
}

/** Returns the Content Security Policies. */
function createPolicies({ config, files: { scriptHashes, development }, services: { ctx } }: Parts) {
  const hosted = config.supabase ? [config.supabase.url] : []
  const mediaOrigins = {
    images: [...hosted, ...(config.s3?.publicUrl ? [new URL(config.s3.publicUrl).origin] : [])],
    players: ctx.streaming.playerOrigins ?? [],
  }
  const reporting = development ? {} : reportingHeaders(config)
  const ownPolicy = pagePolicy({ siteUrl: config.siteUrl, scriptHashes, connect: hosted, ...mediaOrigins })
  const policy = development ? () => development.policy : ownPolicy
  return {
    preview: previewPolicy(mediaOrigins),
    documentHeaders: (host: string) => ({ ...reporting, 'content-security-policy': policy(host) }),
  }
}

/** Every response may depend on the site's settings, so a change to them invalidates all cached responses at once. */
const withSettings =
  (sameVersion: CachedRoutes['sameVersion'], { lastStampOf }: Pick<Changes, 'lastStampOf'>) =>
  (address: string): (() => boolean) => {
    const isSame = sameVersion(address)
    const stamp = lastStampOf(['site-settings'])
    return () => lastStampOf(['site-settings']) === stamp && isSame()
  }
