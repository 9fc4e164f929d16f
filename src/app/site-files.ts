import type { LiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import { siteStylesPath } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { etagOf, type StoredResponse } from './stored-response.ts'

export type Assets = Pick<ReadonlyMap<string, StoredResponse>, 'get' | 'has'>

/** Returns the built files, in addition to the site's own icons and stylesheet. The icons replace the built-in ones. */
export function withSiteFiles(assets: Assets, settings: Pick<LiveSiteSettings, 'now'>): Assets {
  let known: { now: LiveSiteSettings['now']; files: ReadonlyMap<string, StoredResponse> } | null = null
  function own(): ReadonlyMap<string, StoredResponse> {
    const { now } = settings
    if (known?.now !== now) known = { now, files: filesOf(now) }
    return known.files
  }
  return { get: (path) => own().get(path) ?? assets.get(path), has: (path) => own().has(path) || assets.has(path) }
}

function filesOf({ icons, styles }: LiveSiteSettings['now']): ReadonlyMap<string, StoredResponse> {
  const files = new Map<string, StoredResponse>()
  for (const [path, { contentType, bytes }] of icons?.files ?? []) files.set(path, response(contentType, bytes))
  if (styles) files.set(siteStylesPath, response('text/css; charset=utf-8', styles.bytes))
  return files
}

/** Another process may still serve the former file under a new version's URL, so the files are not cached for long. */
const cacheControl = 'public, max-age=300'

const response = (contentType: string, bytes: Buffer): StoredResponse => ({
  status: 200,
  etag: etagOf(bytes),
  headers: { 'content-type': contentType, 'cache-control': cacheControl },
  bodies: { identity: bytes },
  isCompressible: false,
})
