import { AppError } from './errors.ts'
import { isJson, limitedBytes } from './limited-bytes.ts'
import { t } from '#messages/messages.ts'

/** Default size limit for JSON bodies. */
export const defaultMaxBodyBytes = 64 * 1024

/** Lone surrogates can only be written as escape sequences, because the body is decoded as UTF-8. */
const surrogateEscape = /\\ud[89a-f]/i

/** Returns a request's JSON body. @throws AppError 415 for another type, 413 if larger than `maxBytes`, 400 for invalid
 *  JSON */
export async function jsonBody(request: Request, maxBytes = defaultMaxBodyBytes): Promise<unknown> {
  if (!isJson(request)) throw new AppError('unsupported_type', t('The body must be JSON, sent as application/json.'))
  return parsedJson(request, maxBytes)
}

/** Returns the body, parsed as JSON regardless of its type. Replaces lone surrogates in its text, as PostgreSQL's driver
 *  does: what is returned to the client is then what is stored. @throws AppError too_large, invalid_input */
export async function parsedJson(request: Request, maxBytes: number): Promise<unknown> {
  const bytes = await limitedBytes(request, maxBytes)
  if (!bytes)
    throw new AppError('too_large', t('The body is larger than {size} KiB.', { size: Math.floor(maxBytes / 1024) }))
  try {
    const text = bytes.toString('utf8')
    return surrogateEscape.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', t('The body is not valid JSON.'))
  }
}

const wellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)
