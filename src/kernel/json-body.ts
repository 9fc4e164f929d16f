import { AppError } from './errors.ts'
import { isJson, limitedBytes } from './limited-bytes.ts'
import { t } from '#messages/messages.ts'

/** Default size limit for JSON bodies. */
export const defaultMaxBodyBytes = 64 * 1024

/** Returns a request's JSON body. @throws AppError 415 for another type, 413 if larger than `maxBytes`, 400 for invalid
 *  JSON */
export async function jsonBody(request: Request, maxBytes = defaultMaxBodyBytes): Promise<unknown> {
  if (!isJson(request)) throw new AppError('unsupported_type', t('The body must be JSON, sent as application/json.'))
  return parsedJson(request, maxBytes)
}

/** Returns the body, parsed as JSON regardless of its type. @throws AppError too_large, invalid_input */
export async function parsedJson(request: Request, maxBytes: number): Promise<unknown> {
  const bytes = await limitedBytes(request, maxBytes)
  if (!bytes)
    throw new AppError('too_large', t('The body is larger than {size} KiB.', { size: Math.floor(maxBytes / 1024) }))
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new AppError('invalid_input', t('The body is not valid JSON.'))
  }
}
