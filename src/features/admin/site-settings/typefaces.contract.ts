import { t } from '#messages/messages.ts'
import type { Typeface } from './look-names.contract.ts'

/** The version of the font packages, so that browsers can store the files permanently. */
export const fontVersion = '5.3.0'

/** How to scale the fallback to the font's size: measured with the same text in both. In percent. */
interface Metrics {
  size: number
  ascent: number
  descent: number
}

interface Font {
  /** The name of the package `@fontsource-variable/…`. */
  package: string
  /** The operating system fonts that the metrics apply to, for regular and bold text. */
  fallbacks: readonly string[]
  regular: Metrics
  bold: Metrics
  generic: string
}

const sans = ['Arial', 'Liberation Sans', 'Helvetica Neue']
const serif = ['Times New Roman', 'Liberation Serif']
const mono = ['Courier New', 'Liberation Mono']

const fonts = {
  'Source Serif 4': {
    package: 'source-serif-4',
    fallbacks: serif,
    regular: { size: 115.4, ascent: 89.8, descent: 29 },
    bold: { size: 112.7, ascent: 91.9, descent: 29.7 },
    generic: 'serif',
  },
  'Source Sans 3': {
    package: 'source-sans-3',
    fallbacks: sans,
    regular: { size: 93.2, ascent: 109.9, descent: 42.9 },
    bold: { size: 92.5, ascent: 110.7, descent: 43.2 },
    generic: 'sans-serif',
  },
  'JetBrains Mono': {
    package: 'jetbrains-mono',
    fallbacks: mono,
    regular: { size: 100, ascent: 102, descent: 30 },
    bold: { size: 100, ascent: 102, descent: 30 },
    generic: 'monospace',
  },
  'IBM Plex Sans': {
    package: 'ibm-plex-sans',
    fallbacks: sans,
    regular: { size: 101.2, ascent: 101.3, descent: 27.2 },
    bold: { size: 99.1, ascent: 103.4, descent: 27.7 },
    generic: 'sans-serif',
  },
  'Bricolage Grotesque': {
    package: 'bricolage-grotesque',
    fallbacks: sans,
    regular: { size: 103.8, ascent: 89.6, descent: 26 },
    bold: { size: 101.1, ascent: 92, descent: 26.7 },
    generic: 'sans-serif',
  },
  'Atkinson Hyperlegible Next': {
    package: 'atkinson-hyperlegible-next',
    fallbacks: sans,
    regular: { size: 98.7, ascent: 99.7, descent: 32 },
    bold: { size: 99.5, ascent: 98.9, descent: 31.8 },
    generic: 'sans-serif',
  },
} satisfies Record<string, Font>
type FontName = keyof typeof fonts

/** A pair of fonts: one for headings, one for text. Null for the built-in font, which is in src/ui/tokens.css. */
const pairs: Record<Typeface, { headings: FontName; text: FontName } | null> = {
  grotesk: null,
  editorial: { headings: 'Source Serif 4', text: 'Source Sans 3' },
  technical: { headings: 'JetBrains Mono', text: 'IBM Plex Sans' },
  friendly: { headings: 'Bricolage Grotesque', text: 'Atkinson Hyperlegible Next' },
}

export const typefaceLabels: Record<Typeface, () => string> = {
  grotesk: () => t('Grotesk'),
  editorial: () => t('Editorial'),
  technical: () => t('Technical'),
  friendly: () => t('Friendly'),
}

/** Returns the names of a typeface's fonts: “Source Serif 4 and Source Sans 3”. */
export function fontNames(typeface: Typeface): string {
  const pair = pairs[typeface]
  return pair ? t('{headings} and {text}', { headings: pair.headings, text: pair.text }) : 'Schibsted Grotesk'
}

/** The characters in each file, as in the font packages. */
const subsets = {
  'latin-ext':
    'U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+304,U+308,U+329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,' +
    'U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  latin:
    'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,' +
    'U+2212,U+2215,U+FEFF,U+FFFD',
}
const fontPath = ({ package: folder }: Font, subset: string): string =>
  `/assets/fonts/${folder}-${subset}-${fontVersion}.woff2`

/** The paths of all font files, with the files in the packages. */
export const fontFiles: ReadonlyMap<string, string> = new Map(
  Object.values(fonts).flatMap((font) =>
    Object.keys(subsets).map((subset): [string, string] => [
      fontPath(font, subset),
      `@fontsource-variable/${font.package}/files/${font.package}-${subset}-wght-normal.woff2`,
    ]),
  ),
)

/** Returns the files that nearly every page needs, for preloading; none for the built-in font. */
export function preloadedFonts(typeface: Typeface): string[] {
  const pair = pairs[typeface]
  return pair ? [fontPath(fonts[pair.headings], 'latin'), fontPath(fonts[pair.text], 'latin')] : []
}

/** Returns the `@font-face` rules; empty for the built-in font. */
export function fontFaces(typeface: Typeface): string {
  const pair = pairs[typeface]
  return pair ? [pair.headings, pair.text].map(facesOf).join('') : ''
}

/** Returns the values of `font-family` for headings and text; null for the built-in font. */
export function fontFamilies(typeface: Typeface): { headings: string; text: string } | null {
  const pair = pairs[typeface]
  return pair && { headings: familyOf(pair.headings), text: familyOf(pair.text) }
}

const familyOf = (name: FontName): string => `"${name}","${name} Fallback",${fonts[name].generic}`

function facesOf(name: FontName): string {
  const { fallbacks, regular, bold } = fonts[name]
  const files = Object.entries(subsets).map(
    ([subset, characters]) =>
      `@font-face{font-family:"${name}";font-weight:100 900;font-display:swap;src:url(${fontPath(fonts[name], subset)})` +
      ` format("woff2");unicode-range:${characters}}`,
  )
  const fallback = (weights: string, suffix: string, { size, ascent, descent }: Metrics) =>
    `@font-face{font-family:"${name} Fallback";font-weight:${weights};` +
    `src:${fallbacks.map((local) => `local("${local}${suffix}")`).join(',')};` +
    `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
  return [...files, fallback('100 599', '', regular), fallback('600 900', ' Bold', bold)].join('')
}
