import { createHash } from 'node:crypto'
import { checkedCss } from './custom-css.ts'
import { type Look, lookCss } from './look.contract.ts'

/** A stylesheet of the site. */
export interface SiteStyles {
  /** For URLs: changes with the styles. */
  version: string
  bytes: Buffer
}

/** Returns the stylesheet for the site's look, or null if nothing differs from the defaults. */
export const siteStyles = (look: Look): SiteStyles | null => stylesheet(lookCss(look))

/** Returns the stylesheet with the administrators' own CSS, or null if there is none. CSS that is no longer valid, for
 *  example after a restore from another version, is ignored. */
export function customStyles(source: string): SiteStyles | null {
  const checked = checkedCss(source)
  return checked.ok ? stylesheet(checked.css) : null
}

function stylesheet(css: string): SiteStyles | null {
  if (css === '') return null
  const bytes = Buffer.from(css)
  return { version: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes }
}
