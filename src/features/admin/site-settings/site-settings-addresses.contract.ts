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

/** The picture at the top of the portfolio, which exists only if there is one. */
export const coverPath = '/cover.webp'

export const coverHref = (version: string): string => `${coverPath}?v=${version}`

/** Returns whether a page uses the custom CSS. The pages for signing in and for administrators do not, so that CSS that
 *  hides everything can be removed. */
export const usesCustomCss = (path: string): boolean => !/^\/(?:admin|login|auth)(?:[/?]|$)/i.test(path)

export const siteStylesHref = (version: string): string => `${siteStylesPath}?v=${version}`
