import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { maxSettingsBytes, SiteSettings } from './site-settings.contract.ts'

/** How long a preview of the site can be opened. */
export const previewMinutes = 10

/** The theme is part of a preview's URL because previews have no scripts, which choose it elsewhere. */
const previewThemes = ['light', 'dark'] as const
export type PreviewTheme = (typeof previewThemes)[number]

/** `path`: the path of the preview, to which the theme and the path of a page are added. */
export const previewSettings = endpoint('POST /api/admin/settings/previews', {
  summary: 'Preview the site with other settings',
  access: 'admin',
  body: z.object({ settings: SiteSettings }),
  maxBodyBytes: maxSettingsBytes,
  answer: z.object({ path: z.string() }),
  limits: [perMember('settings previews', 60, 600)],
})

export const previewPathPrefix = '/admin/settings/preview/'

/** Returns the path of a page, or of a file, in a preview. @param previewPath as returned by `previewSettings`
 *  @param page the path on the site, with its query */
export const previewHref = (previewPath: string, theme: PreviewTheme, page = '/'): string =>
  `${previewPath}/${theme}${page}`

const pattern = new RegExp(`^${previewPathPrefix}([\\w-]{43})(?:/(${previewThemes.join('|')})(/.*)?)?$`)

/** Parses the path of a page in a preview; null for other paths. Without a theme and a page, it is the home page in the
 *  light theme. */
export function parsePreviewPath(path: string): { token: string; theme: PreviewTheme; page: string } | null {
  const [, token, theme, page = '/'] = pattern.exec(path) ?? []
  return token === undefined ? null : { token, theme: theme === 'dark' ? 'dark' : 'light', page }
}
