import { accentTokens } from './accent-colors.contract.ts'
import { codeTokens } from './code-themes.contract.ts'
import { densityTokens } from './densities.contract.ts'
import { type SiteSettings } from './site-settings.contract.ts'
import { fontFaces, fontFamilies } from './typefaces.contract.ts'

export type Look = Pick<SiteSettings, 'accent' | 'typeface' | 'density' | 'codeTheme'>
type Tokens = Record<string, string>

/** Returns the design tokens that the look changes, without their leading dashes: those of each theme, and those that
 *  both themes share. */
export function lookTokens({ accent, typeface, density, codeTheme }: Look): Record<'light' | 'dark' | 'both', Tokens> {
  const accents = accent === '' ? { light: {}, dark: {} } : accentTokens(accent)
  const families = fontFamilies(typeface)
  return {
    light: { ...accents.light, ...codeTokens(codeTheme, 'light') },
    dark: { ...accents.dark, ...codeTokens(codeTheme, 'dark') },
    both: { ...(families && { font: families.text }), ...densityTokens(density) },
  }
}

/** Returns the stylesheet for the look; empty for the default look. Its rules are not in a layer, so they take
 *  precedence over the tokens. Printed pages always use the light theme. */
export function lookCss(look: Look): string {
  const { light, dark, both } = lookTokens(look)
  const families = fontFamilies(look.typeface)
  return [
    fontFaces(look.typeface),
    rule(':root', both),
    rule(':root,.light', light),
    Object.keys(dark).length > 0 ? `@media screen{${rule('.dark', dark)}}` : '',
    families ? `h1,h2,h3,h4,.brand-name,.portfolio-headline,.feed-cover-name{font-family:${families.headings}}` : '',
  ].join('')
}

const rule = (selector: string, tokens: Tokens): string => {
  const declarations = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`)
  return declarations.length === 0 ? '' : `${selector}{${declarations.join(';')}}`
}
