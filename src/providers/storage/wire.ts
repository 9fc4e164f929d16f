import { toAppError } from '#kernel/errors.ts'
import { type Log, logFault } from '#kernel/log.ts'

/** An error in Supabase Storage's format: `status` is in the body, and the HTTP status is 400. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly status: number
  readonly error: string
  readonly code: string

  constructor(status: number, error: string, message: string, code: string) {
    super(message)
    this.status = status
    this.error = error
    this.code = code
  }
}

export const noSuchBucket = () => new StorageError(404, 'Bucket not found', 'Bucket not found', 'NoSuchBucket')
export const noSuchKey = () => new StorageError(404, 'not_found', 'Object not found', 'NoSuchKey')
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`, 'InvalidKey')
export const invalidRequest = (message: string) => new StorageError(400, 'invalid_request', message, 'InvalidRequest')
export const duplicate = () => new StorageError(409, 'Duplicate', 'The resource already exists', 'KeyAlreadyExists')
export const accessDenied = () =>
  new StorageError(403, 'Unauthorized', 'new row violates row-level security policy', 'AccessDenied')
export const variantDenied = () =>
  new StorageError(403, 'Unauthorized', 'Only the owner of a picture can add variants of it', 'AccessDenied')
export const tooLarge = (message = 'The object exceeded the maximum allowed size') =>
  new StorageError(413, 'Payload too large', message, 'EntityTooLarge')
export const unsupportedType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type.slice(0, 100)} is not supported`, 'InvalidMimeType')

const headers = { 'cache-control': 'no-store' }
export const json = (body: unknown) => Response.json(body, { headers })

/** Converts any thrown value to the format that Supabase's client expects. Logs internal errors. */
export function errorAnswer(request: Request, reason: unknown, log: Log): Response {
  const error = toStorageError(reason)
  if (error.status >= 500) logFault(log, toAppError(reason), 'storage: request failed')
  const { status, error: name, message, code } = error
  const isPicture = request.method === 'GET' || request.method === 'HEAD'
  const retryAfter = reason instanceof StorageError ? undefined : toAppError(reason).details.retryAfterSeconds
  return Response.json(
    { statusCode: String(status), error: name, message, code },
    {
      status: status >= 500 || (isPicture && status === 404) ? status : 400,
      headers: {
        ...headers,
        ...(status === 413 && { connection: 'close' }),
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
    },
  )
}

function toStorageError(reason: unknown): StorageError {
  if (reason instanceof StorageError) return reason
  const { code, status, message } = toAppError(reason)
  if (code === 'too_large') return tooLarge(message)
  if (code === 'storage_full') return new StorageError(status, 'storage_full', message, 'InsufficientStorage')
  if (code === 'rate_limited') return new StorageError(429, 'too_many_requests', message, 'SlowDown')
  if (status < 500) return new StorageError(status, code, message, 'InvalidRequest')
  return new StorageError(status, 'internal', 'Internal Server Error', 'InternalError')
}
