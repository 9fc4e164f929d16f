import type { LiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import type { SiteIcons } from '#features/admin/site-settings/site-icons.ts'
import { etagOf, type StoredResponse } from './stored-response.ts'

export type Assets = Pick<ReadonlyMap<string, StoredResponse>, 'get' | 'has'>

/** Returns the built files, with the site's custom icons in place of the built-in ones. */
export function withSiteIcons(assets: Assets, settings: Pick<LiveSiteSettings, 'now'>): Assets {
  let known: { icons: SiteIcons; files: ReadonlyMap<string, StoredResponse> } | null = null
  function own(): ReadonlyMap<string, StoredResponse> | null {
    const { icons } = settings.now
    if (icons && known?.icons !== icons) known = { icons, files: filesOf(icons) }
    return icons && known && known.files
  }
  return { get: (path) => own()?.get(path) ?? assets.get(path), has: (path) => assets.has(path) }
}

const filesOf = ({ files }: SiteIcons) =>
  new Map(
    [...files].map(([path, { contentType, bytes }]): [string, StoredResponse] => [
      path,
      {
        status: 200,
        etag: etagOf(bytes),
        headers: { 'content-type': contentType, 'cache-control': 'public, max-age=3600' },
        bodies: { identity: bytes },
        isCompressible: false,
      },
    ]),
  )
