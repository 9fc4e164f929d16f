import { t } from '#messages/messages.ts'
import { createChanges } from '#kernel/changes.ts'
import { systemClock } from '#kernel/clock.ts'
import { createEmit } from '#kernel/event.ts'
import type { Context } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { translateRequests } from '#kernel/translation.ts'
import { siteLocale } from '#features/admin/site-settings/site-locale.contract.ts'
import { findSettings } from '#features/admin/site-settings/site-settings.store.ts'
import { settingsIn } from '#features/admin/site-settings/stored-settings.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { signedImagePath } from '#features/discovery/image-proxy/signed-image-path.ts'
import { SourceError } from '#features/admin/imports/source-site.ts'
import { readSource } from '#features/admin/imports/read-source.ts'
import { findUserByUsername } from '#features/people/profiles/profiles.store.ts'
import { openSiteBucket } from './bucket.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { features, routes } from './features.ts'
import { importFolders } from './import-folders.ts'
import { createMarkdown } from './markdown.ts'
import { openSiteSealing } from './sealing.ts'
import { createSitePaths } from './site-paths.ts'
import { createStorage } from './storage.ts'
import { importSite, type ImportOptions } from '#features/admin/imports/import-site.ts'
import type { ImportReport } from '#features/admin/imports/import-report.contract.ts'

interface ImportRequest extends ImportOptions {
  member: string
  /** A folder or file, or `bluesky:` and a handle. */
  source: string
}

/** Imports the source for the member, and invalidates the cached pages of a running site. @throws SourceError if the
 *  member does not exist or the source cannot be read */
export async function runImport(
  config: Config,
  { db, connection }: Pick<Database, 'db' | 'connection'>,
  log: Log,
  { member: username, source, ...options }: ImportRequest,
): Promise<ImportReport> {
  const member = await findUserByUsername(db, username, null)
  if (!member) throw new SourceError(t('There is no member named {username}.', { username }))
  const { siteUrl, outboundAllow, blueskyApiUrl } = config
  const fetch = createSafeFetch({ allow: outboundAllow, userAgent: `Devstead (+${siteUrl})` })
  const settings = settingsIn((await findSettings(db))?.settings)
  translateRequests(() => siteLocale(settings))
  const site = await readSource(source, { fetch, blueskyApiUrl }, importFolders(config).tempFolder)
  const base = { db, log, clock: systemClock }
  const bucket = await openSiteBucket(config, db, log)
  const storage = await createStorage(config, { ...base, bucket, memberOf: async () => null })
  const sealing = await openSiteSealing(config, db)
  const imageSecret = await siteSecret({ db, sealing }, 'image-proxy')
  const markdown = createMarkdown({ db, siteUrl, storage, imageSecret })
  const imageProxy = { addressOf: (url: string) => signedImagePath(url, imageSecret) }
  const changes = await createChanges({ db, connection, log })
  const emit = createEmit(
    features.flatMap(({ on = [] }) => on),
    () => context,
  )
  const parts = { ...base, siteUrl, storage, markdown, imageProxy, fetch, emit, sitePaths: createSitePaths(routes) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- subscribers to imports need only these parts
  const context = parts as unknown as Context
  try {
    return await importSite(parts, member, site, options)
  } finally {
    site.close?.()
    await markdown.close()
    if (!options.isDryRun) await changes.announce('posts', 'members', 'projects', 'pages', 'content', 'removals')
    await changes.stop()
    bucket?.close()
  }
}
