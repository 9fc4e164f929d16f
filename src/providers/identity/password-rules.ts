import { readFileSync } from 'node:fs'
import { t } from '#messages/messages.ts'
import { AuthError, invalid } from './wire.ts'

export const maxPasswordBytes = 1024

interface Rules {
  /** Minimum length. */
  minPassword: number
  siteName: () => string
  siteUrl: string
}

/** Returns the password unchanged if it is acceptable. `about`: names and addresses that someone who knows the member
 *  would try first. @throws AuthError 422 weak_password with a message that explains how to fix it */
export function readNewPassword(
  { minPassword, siteName, siteUrl }: Rules,
  value: unknown,
  about: (string | undefined)[],
): string {
  if (typeof value !== 'string' || value === '') throw invalid(t('Signup requires a valid password'))
  if (Buffer.byteLength(value) > maxPasswordBytes) {
    throw invalid(t('Password cannot be longer than {maxPasswordBytes} bytes', { maxPasswordBytes }))
  }
  if (value.length < minPassword)
    throw weak('length', t('Password should be at least {minPassword} characters.', { minPassword }))
  if (isBlank.test(value))
    throw weak('characters', t('Password cannot consist only of spaces. Add letters, digits, or symbols.'))
  if (isAbout([siteName(), new URL(siteUrl).hostname, ...about], value)) {
    const message = t(
      'Password is too similar to your name, username, email address, or this site’s name. Add more words.',
    )
    throw weak('pwned', message)
  }
  if (isCommon(value)) {
    throw weak('pwned', t('Password is known to be weak and easy to guess, please choose a different one.'))
  }
  if (isMonotonous(value)) {
    throw weak('characters', t('Password is a repeated or keyboard pattern. Choose one that is harder to guess.'))
  }
  return value
}

const isBlank = /^[\s\p{C}\p{Z}]*$/u

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
]
const reversed = (text: string) => Array.from(text).toReversed().join('')
const sequences = [...rows, ...rows.map(reversed)]

/** Reports whether the password has at most two different characters, is a short repeated sequence, or is a run of
 *  letters, digits, or adjacent keys. */
function isMonotonous(password: string): boolean {
  const text = password.toLowerCase()
  return new Set(text).size <= 2 || /^(.{1,4}?)\1+$/su.test(text) || sequences.some((row) => row.includes(text))
}

const commonPasswords = new URL('weak-passwords.txt', import.meta.url)

/** Reports whether the password is on the list, optionally followed by up to four digits or symbols. Reads the list every
 *  time: passwords are rarely set, and a set of its lines uses 4 MB. */
function isCommon(password: string): boolean {
  const text = password.toLowerCase()
  const lines = readFileSync(commonPasswords, 'utf8')
  return isLine(lines, text) || isLine(lines, text.replace(/[^\p{L}]{1,4}$/u, ''))
}

const isLine = (lines: string, text: string): boolean =>
  text !== '' && !/^#|\n/.test(text) && lines.includes(`\n${text}\n`)

/** Reports whether little of the password remains after removing the phrases and their words. */
function isAbout(phrases: (string | undefined)[], password: string): boolean {
  const text = lettersOf(password)
  const words = phrases.flatMap((phrase = '') => [lettersOf(phrase), ...phrase.split(/[^\p{L}\p{N}]+/u).map(lettersOf)])
  const longestFirst = words.filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest.length <= 4 && rest.length < text.length - rest.length
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const weak = (reason: string, message: string) =>
  new AuthError(422, 'weak_password', message, { extra: { weak_password: { reasons: [reason] } } })
