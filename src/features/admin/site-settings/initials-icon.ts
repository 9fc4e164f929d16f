import { initialsOf } from '#schemas/initials.contract.ts'
import { accentTokens } from './accent-colors.contract.ts'
import { iconLetters } from './icon-letters.ts'
import { fitInitials, letterGap } from './initials-layout.contract.ts'
import { defaultAccent, type SiteSettings } from './site-settings.contract.ts'

/** In units of the SVG. */
const side = 512
const corner = 144

/** An icon with the initials of the site's name, on its accent color. */
export interface InitialsSvgs {
  /** With rounded corners and a transparent background. */
  rounded: string
  /** For platforms that round corners themselves. The initials are in the safe zone of maskable icons. */
  square: string
}

/** Returns null if the site has no name, or if there is no outline for one of the initials. */
export function initialsSvgs({ name, accent }: Pick<SiteSettings, 'name' | 'accent'>): InitialsSvgs | null {
  const letters = Array.from(initialsOf(name)).map((letter) => iconLetters[letter])
  if (letters.length === 0 || !letters.every((letter) => letter !== undefined)) return null
  // White text is readable on the light theme's accent color.
  const ground = accent === '' ? defaultAccent : accentTokens(accent).light.accent
  const width = letters.reduce((sum, [one]) => sum + one + letterGap, -letterGap)
  const scale = fitInitials(width, capHeight) * side
  let left = side / 2 - (width * scale) / 2
  const baseline = side / 2 + (capHeight * scale) / 2
  const outlines = letters.map(([one, path]) => {
    const outline = `<path transform="translate(${round(left)} ${round(baseline)}) scale(${round(scale)})" d="${path}"/>`
    left += (one + letterGap) * scale
    return outline
  })
  const draw = (radius: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}"${
      radius > 0 ? ` rx="${radius}"` : ''
    } fill="${ground}"/><g fill="#fff">${outlines.join('')}</g></svg>`
  return { rounded: draw(corner), square: draw(0) }
}

/** The height of capital letters, in thousandths of the font size. */
const capHeight = 703

const round = (value: number): number => Math.round(value * 1000) / 1000
