import { AppError } from './errors.ts'
import { t } from '#messages/messages.ts'

/** The maximum size of a form without its file: boundaries, names, and a few short fields. */
const formBytes = 16 * 1024

/** Reads a request body. Returns null if the body is longer than `maxBytes`, whatever its Content-Length says. @throws
 *  AppError invalid_input if it is incomplete */
export async function limitedBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch (cause) {
    throw new AppError('invalid_input', t('The request body is incomplete.'), { cause })
  }
}

export const isJson = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')
export const isForm = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')

/** Reads a form with a single file. Returns null if the form exceeds the limit for its file. @throws AppError
 *  invalid_input if it is malformed */
export async function limitedForm(request: Request, maxFileBytes: number): Promise<FormData | null> {
  const body = await limitedBytes(request, maxFileBytes + formBytes)
  if (!body) return null
  try {
    return await new Response(body, { headers: { 'content-type': request.headers.get('content-type')! } }).formData()
  } catch (reason) {
    throw new AppError('invalid_input', t('The form is malformed'), { cause: reason })
  }
}
