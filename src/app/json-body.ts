import { AppError } from '#kernel/errors.ts'

/** The JSON body of the request. @throws AppError 415 for another type, 413 past `maxBytes`, 400 for what is not JSON */
export async function jsonBody(request: Request, maxBytes: number): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_type', 'The body must be JSON, sent as application/json.')
  }
  const text = await limitedText(request, maxBytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', 'The body is not valid JSON.')
  }
}

async function limitedText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLarge = (maxBytes: number) =>
  new AppError('too_large', `The body is larger than ${Math.floor(maxBytes / 1024)} KiB.`)
