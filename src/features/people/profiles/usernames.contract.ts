import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'

const minLength = 3
const maxLength = 30

/** Names that appear in the site's URLs or could be used to impersonate its staff. */
const reserved = new Set(
  `about account accounts admin administrator anonymous api assets atom auth blog by-username categories category chat
  comment comments contact create dashboard delete edit everyone explore feed feeds github healthz help home livestream
  livestreams login logout mail manage me media member members moderator news new notifications null official owner page
  password post posts privacy profile profiles project projects readyz register root rss search security settings signin
  signout signup sitemap sponsor sponsors sponsorship staff static status storage stream streams support system tag tags
  team terms undefined unknown upload uploads user users webmaster webmention webmentions well-known www you`.split(
    /\s+/,
  ),
)
const isReserved = (name: string) => reserved.has(name.toLowerCase())
const isDigits = (name: string) => /^\d+$/.test(name)

/** A new username, stored as typed and unique regardless of case. Digits alone would look like an id, and a reserved
 *  word like a page. Source: docs/product.md, Validation and Data. */
export const Username = z.string({ error: () => t('Username is required') }).check(
  z.minLength(minLength, { error: () => t('Username must be at least {minLength} characters', { minLength }) }),
  z.maxLength(maxLength, { error: () => t('Username must be at most {maxLength} characters', { maxLength }) }),
  z.regex(/^[A-Za-z0-9_-]*$/, { error: () => t('Username can only contain letters, digits, hyphens and underscores') }),
  z.refine((name) => !isDigits(name), { error: () => t('Username cannot consist of digits only') }),
  z.refine((name) => !isReserved(name), { error: () => t('This username is reserved') }),
)

export const usernameTaken = (): string => t('Username is already taken')

/** Called before registering: a hosted identity provider does not know this site's usernames. */
export const checkUsername = endpoint('GET /api/usernames/:username', {
  summary: 'Check whether a username is taken',
  access: 'anyone',
  params: { username: Username },
  answer: z.object({ isTaken: z.boolean() }),
})

/** Derives a valid username from any string, such as a name or the local part of an email address. */
export function usernameFrom(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const name = trimmed(letters.replaceAll(/[^A-Za-z0-9_]+/g, '-').slice(0, maxLength))
  if (name.length >= minLength && !isDigits(name) && !isReserved(name)) return name
  return trimmed(`dev-${name}`.slice(0, maxLength))
}

const trimmed = (name: string) => name.replace(/^-/, '').replace(/-$/, '')

/** Appends a number to the username: `alice-2`. */
export function numbered(username: string, number: number): string {
  const ending = `-${number}`
  return username.slice(0, maxLength - ending.length) + ending
}
