import { createHash } from 'node:crypto'
import { accentTokens, type AccentTokens } from './accent-colors.contract.ts'
import type { SiteSettings } from './site-settings.contract.ts'

/** A site's own stylesheet, which overrides design tokens. */
export interface SiteStyles {
  /** For URLs: changes with the styles. */
  version: string
  bytes: Buffer
}

/** Returns the stylesheet for the site's look, or null if nothing differs from the defaults. */
export function siteStyles({ accent }: Pick<SiteSettings, 'accent'>): SiteStyles | null {
  if (accent === '') return null
  const { light, dark } = accentTokens(accent)
  // Unlayered rules take precedence over the tokens' layer. Printed pages always use the light theme.
  const bytes = Buffer.from(`:root,.light{${declarations(light)}}@media screen{.dark{${declarations(dark)}}}`)
  return { version: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes }
}

const declarations = (tokens: AccentTokens): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
