import { address } from '#kernel/address.contract.ts'

export const adminSettingsAddress = address('/admin/settings', {})

/** The site's own stylesheet, which exists only if administrators have changed the site's look. */
export const siteStylesPath = '/site.css'

/** The administrators' own CSS, which exists only if there is any. */
export const customCssPath = '/custom.css'

export const customCssHref = (version: string): string => `${customCssPath}?v=${version}`

/** The icon with the site's initials as an SVG, which exists only while it is in use. */
export const svgIconPath = '/icon.svg'

/** Returns the URL of the site's own icon at the best quality. */
export const siteIconHref = ({ icon, hasSvgIcon }: { icon: string; hasSvgIcon?: true | undefined }): string =>
  `${hasSvgIcon ? svgIconPath : '/icon-192.png'}?v=${icon}`

/** In pixels: the smaller copies of the cover. */
export const coverWidths = [640, 1280]

/** The picture at the top of the home page, which exists only if there is one, or a smaller copy of it. */
export const coverPath = (width?: number): string => (width === undefined ? '/cover.webp' : `/cover-${width}.webp`)

export const coverHref = (version: string, width?: number): string => `${coverPath(width)}?v=${version}`

/** Returns whether a page uses the custom CSS. The pages for signing in and for administrators do not, so that CSS that
 *  hides everything can be removed. */
export const usesCustomCss = (path: string): boolean => !/^\/(?:admin|login|auth)(?:[/?]|$)/i.test(path)

export const siteStylesHref = (version: string): string => `${siteStylesPath}?v=${version}`
