import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  parse,
  useMode,
  wcagContrast,
} from 'culori/fn'

useMode(modeRgb)
useMode(modeLrgb)
const toOklch = useMode(modeOklch)

/** Values for the design tokens that depend on the accent color, without their leading dashes. */
export type AccentTokens = Record<
  'accent' | 'accent-strong' | 'accent-soft' | 'on-accent' | 'level-1' | 'level-2' | 'level-3' | 'level-4',
  string
>

export type ThemedTokens = Record<'light' | 'dark', AccentTokens>

/** The minimum contrast of text. Source: WCAG 2.2, 1.4.3 */
const textContrast = 4.5
/** Leaves room for rounding to 8 bits per channel. */
const target = textContrast + 0.05

/** The backgrounds on which the accent color is used for text. Source: src/ui/tokens.css */
export const grounds = {
  light: ['#f8f7f3', '#ffffff', '#f0eee8'],
  dark: ['#151412', '#1d1c19', '#262521'],
}

/** Returns the accent color's tokens for both themes. The color's lightness is changed where text would otherwise be
 *  hard to read; its hue stays the same. @param accent a color such as `#0a6a49` */
export function accentTokens(accent: string): ThemedTokens {
  const color = toOklch(accent)
  if (!color) throw new Error(`not a color: ${accent}`)
  return { light: lightTokens(color), dark: darkTokens(color) }
}

function lightTokens(color: Oklch): AccentTokens {
  const soft = shade(color, 0.94, 0.03)
  const accent = readable(color, color.l, -0.005, [...grounds.light, soft])
  return {
    accent,
    'accent-strong': shade(color, lightnessOf(accent) - 0.1),
    'accent-soft': soft,
    'on-accent': '#ffffff',
    'level-1': shade(color, 0.87, 0.07),
    'level-2': shade(color, 0.75, 0.11),
    'level-3': shade(color, 0.58, 0.13),
    'level-4': shade(color, 0.38),
  }
}

function darkTokens(color: Oklch): AccentTokens {
  const soft = shade(color, 0.3, 0.045)
  const onAccent = shade(color, 0.22, 0.04)
  const accent = readable(color, Math.max(color.l, 0.7), 0.005, [...grounds.dark, soft, onAccent])
  return {
    accent,
    'accent-strong': shade(color, lightnessOf(accent) + 0.07),
    'accent-soft': soft,
    'on-accent': onAccent,
    'level-1': shade(color, 0.34, 0.06),
    'level-2': shade(color, 0.49, 0.09),
    'level-3': shade(color, 0.67, 0.13),
    'level-4': shade(color, 0.86),
  }
}

/** Returns the color with the lightness that is closest to `from` in the direction of `step` and is readable on all of
 *  the backgrounds. */
function readable(color: Oklch, from: number, step: number, backgrounds: string[]): string {
  for (let lightness = Math.min(from, 1); lightness >= 0 && lightness <= 1; lightness += step) {
    const hex = shade(color, lightness)
    if (backgrounds.every((ground) => wcagContrast(hex, ground) >= target)) return hex
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/** Returns the color with a different lightness, and with its chroma limited to `maxChroma` and to what screens can
 *  show. */
const shade = (color: Oklch, lightness: number, maxChroma = Infinity): string =>
  formatHex(clampChroma({ ...color, l: Math.min(lightness, 1), c: Math.min(color.c, maxChroma) }, 'oklch'))

const lightnessOf = (hex: string): number => toOklch(parse(hex))!.l
