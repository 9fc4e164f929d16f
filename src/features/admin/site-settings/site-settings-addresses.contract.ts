import { address } from '#kernel/address.contract.ts'

export const adminSettingsAddress = address('/admin/settings', {})

/** The site's own stylesheet, which exists only if administrators have changed the site's look. */
export const siteStylesPath = '/site.css'

export const siteStylesHref = (version: string): string => `${siteStylesPath}?v=${version}`
