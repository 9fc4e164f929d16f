import { AppError } from './errors.ts'

/** What a form adds to its file: boundaries, names, a few short fields. */
const formBytes = 16 * 1024

/** The whole body of the request, or null when it is longer than `maxBytes`, whatever its Content-Length says.
 *  @throws AppError invalid_input for one that breaks off */
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
    throw new AppError('invalid_input', 'The request broke off.', { cause })
  }
}

export const isJson = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')
export const isForm = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')

/** The form that is the body of the request, or null when it is longer than its one file may be.
 *  @throws AppError invalid_input for a form that cannot be read */
export async function limitedForm(request: Request, maxFileBytes: number): Promise<FormData | null> {
  const body = await limitedBytes(request, maxFileBytes + formBytes)
  if (!body) return null
  try {
    return await new Response(body, { headers: { 'content-type': request.headers.get('content-type')! } }).formData()
  } catch (reason) {
    throw new AppError('invalid_input', 'The form cannot be read', { cause: reason })
  }
}
