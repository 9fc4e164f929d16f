import { versionOf } from './file-version.ts'
import type { Look } from './look.contract.ts'
import { defaultSettings } from './site-settings.contract.ts'

/** A stylesheet of the site. */
export interface SiteStyles {
  /** Part of the stylesheet’s URL, so that browsers load it again when the styles change. */
  version: string
  bytes: Buffer
}

/** Returns the stylesheet for the site's look, or null if nothing differs from the defaults. */
export async function siteStyles(look: Look): Promise<SiteStyles | null> {
  if (lookParts.every((part) => look[part] === defaultSettings[part])) return null
  // Loading the color library takes a megabyte, and many sites keep the default look.
  const { lookCss } = await import('./look.contract.ts')
  return stylesheet(lookCss(look))
}

const lookParts = ['accent', 'typeface', 'density', 'codeTheme'] as const

/** Returns the stylesheet with the administrators' own CSS, or null if there is none. CSS that is no longer valid, for
 *  example after a restore from another version, is ignored. */
export async function customStyles(source: string): Promise<SiteStyles | null> {
  if (source === '') return null
  // Loading the parser takes a fifth of a second, and most sites have no CSS of their own.
  const { checkedCss } = await import('./custom-css.ts')
  const checked = checkedCss(source)
  return checked.ok ? stylesheet(checked.css) : null
}

function stylesheet(css: string): SiteStyles | null {
  if (css === '') return null
  const bytes = Buffer.from(css)
  return { version: versionOf(bytes), bytes }
}
