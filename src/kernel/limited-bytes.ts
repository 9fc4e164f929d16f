import { AppError } from './errors.ts'
import { t } from '#messages/messages.ts'

/** The maximum size of a form without its file: boundaries, names, and a few short fields. */
const formBytes = 16 * 1024

/** Buffering copies the body once more than reading it as a stream. */
const maxBufferedBytes = 64 * 1024

/** Reads a request body. Returns null if the body is longer than `maxBytes`, whatever its Content-Length says. @throws
 *  AppError invalid_input if it is incomplete */
export async function limitedBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  const length = Number(request.headers.get('content-length') ?? NaN)
  if (length > maxBytes) return null
  if (length <= maxBufferedBytes) return bufferedBytes(request, maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a short body without the cost of a stream. Its Content-Length is enforced by the server. */
async function bufferedBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  const bytes = await request.arrayBuffer().catch(incomplete)
  return bytes.byteLength > maxBytes ? null : Buffer.from(bytes)
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch (cause) {
    incomplete(cause)
  }
}

function incomplete(cause: unknown): never {
  throw new AppError('invalid_input', t('The request body is incomplete.'), { cause })
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
