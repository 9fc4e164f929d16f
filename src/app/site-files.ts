import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { LiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import { type IconFile, iconPaths } from '#features/admin/site-settings/site-icons.ts'
import {
  coverPath,
  coverWidths,
  customCssPath,
  siteStylesPath,
} from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { fontFiles } from '#features/admin/site-settings/typefaces.contract.ts'
import { etagOf, type StoredResponse } from './stored-response.ts'

export interface Assets {
  /** Returns a promise if the file may have to be generated first. */
  get: (path: string) => StoredResponse | Promise<StoredResponse> | undefined
  has: (path: string) => boolean
}

/** Returns the built files, along with the site's own icons and stylesheets. The icons replace the built-in ones. */
export function withSiteFiles(assets: Assets, settings: Pick<LiveSiteSettings, 'now'>): Assets {
  let known: { now: LiveSiteSettings['now']; files: Assets } | null = null
  function own(): Assets {
    const { now } = settings
    if (known?.now !== now) known = { now, files: siteFiles(now) }
    return known.files
  }
  return {
    get: (path) => own().get(path) ?? fontAt(path) ?? assets.get(path),
    has: (path) => own().has(path) || fontFiles.has(path) || assets.has(path),
  }
}

/** The paths of all files that can be generated from the settings. */
export const siteFilePaths: ReadonlySet<string> = new Set([
  ...iconPaths,
  coverPath(),
  ...coverWidths.map((width) => coverPath(width)),
  siteStylesPath,
  customCssPath,
])

const fonts = new Map<string, StoredResponse>()
const { resolve } = createRequire(import.meta.url)

/** Reads a font when it is first requested: most sites use none of these fonts, or only one pair. */
function fontAt(path: string): StoredResponse | undefined {
  const file = fontFiles.get(path)
  if (file === undefined || fonts.has(path)) return fonts.get(path)
  const font = response('font/woff2', fs.readFileSync(resolve(file)), permanent)
  fonts.set(path, font)
  return font
}

/** Returns the files that are generated from the settings. */
export function siteFiles({ icons, cover, styles, customStyles }: LiveSiteSettings['now']): Assets {
  const files = new Map<string, StoredResponse>()
  for (const [path, bytes] of cover?.files ?? []) files.set(path, response('image/webp', bytes))
  if (styles) files.set(siteStylesPath, response('text/css; charset=utf-8', styles.bytes))
  if (customStyles) files.set(customCssPath, response('text/css; charset=utf-8', customStyles.bytes))
  return {
    get: (path) => files.get(path) ?? iconAt(icons?.files.get(path)),
    has: (path) => files.has(path) || (icons?.files.has(path) ?? false),
  }
}

const iconAt = (icon: IconFile | undefined): Promise<StoredResponse> | undefined =>
  icon?.bytes().then((bytes) => response(icon.contentType, bytes))

/** Another process may still serve the former file under a new version's URL, so the files are not cached for long. */
const cacheControl = 'public, max-age=300'
/** The files' paths contain their version. */
const permanent = 'public, max-age=31536000, immutable'

const response = (contentType: string, bytes: Buffer, caching = cacheControl): StoredResponse => ({
  status: 200,
  etag: etagOf(bytes),
  headers: { 'content-type': contentType, 'cache-control': caching },
  bodies: { identity: bytes },
  isCompressible: false,
})
