import { isForm, limitedBytes, limitedForm } from '#kernel/limited-bytes.ts'
import { bytesOf, maxUploadMb } from './storage.contract.ts'
import { invalidRequest, tooLarge } from './wire.ts'

const maxBytes = bytesOf(maxUploadMb)

export interface SentFile {
  bytes: Uint8Array
  /** The content type declared by the client. */
  type: string
}

/** Returns the uploaded file: the body itself, or the first file in a form, under any field name (Supabase's client
 *  leaves the name empty). @throws StorageError */
export async function readUpload(request: Request): Promise<SentFile> {
  const sent = isForm(request) ? await fileInForm(request) : await wholeBody(request)
  if (sent.bytes.length > maxBytes) throw tooLarge()
  return sent
}

async function wholeBody(request: Request): Promise<SentFile> {
  const bytes = await limitedBytes(request, maxBytes)
  if (!bytes) throw tooLarge()
  return { bytes, type: request.headers.get('content-type') ?? 'application/octet-stream' }
}

async function fileInForm(request: Request): Promise<SentFile> {
  const form = await limitedForm(request, maxBytes)
  if (!form) throw tooLarge()
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw invalidRequest('The form has no file')
  return { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type }
}
