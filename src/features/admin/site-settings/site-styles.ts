import { createHash } from 'node:crypto'
import { type Look, lookCss } from './look.contract.ts'

/** A site's own stylesheet, which overrides design tokens. */
export interface SiteStyles {
  /** For URLs: changes with the styles. */
  version: string
  bytes: Buffer
}

/** Returns the stylesheet for the site's look, or null if nothing differs from the defaults. */
export function siteStyles(look: Look): SiteStyles | null {
  const css = lookCss(look)
  if (css === '') return null
  const bytes = Buffer.from(css)
  return { version: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes }
}
