import { isJson, limitedBytes } from '#kernel/limited-bytes.ts'
import { isRecord } from './is-record.ts'
import { AuthError, invalid } from './wire.ts'

const maxBytes = 64 * 1024

/** Returns the JSON object in the request body, or an empty object if the body is empty. */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const bytes = await limitedBytes(request, maxBytes)
  if (!bytes) throw new AuthError(413, 'request_too_large', 'The body is larger than 64 KiB')
  const text = bytes.toString('utf8')
  if (text === '') return {}
  if (!isJson(request)) throw new AuthError(415, 'validation_failed', 'The body must be sent as application/json')
  const value = parse(text)
  if (!isRecord(value)) throw badJson()
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (!storable(key) || (typeof value === 'string' && !storable(value))) throw invalid('Text is not valid Unicode')
      return key === '__proto__' ? undefined : value
    })
  } catch (reason) {
    throw reason instanceof AuthError ? reason : badJson()
  }
}

/** Reports whether PostgreSQL can store the string: it contains no NUL and no lone surrogates. */
const storable = (text: string) => !text.includes('\0') && text.isWellFormed()
const badJson = () => new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
