import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import type { Clock } from '#kernel/clock.ts'
import { limitedBytes } from '#kernel/limited-bytes.ts'
import type { MuxClient } from './mux-client.ts'
import { type MuxDelivery, readDelivery } from './mux-events.ts'

const maxBytes = 256 * 1024
const maxClockSkewSeconds = 300
/** `t=1565220904,v1=20c75c…`: the time, and a signature for each secret. */
const signaturePattern = /^t=(\d{1,12})(?:,v\d{1,2}=[0-9a-f]{1,128}){1,8}$/

/** Reads and verifies a delivery. @throws AppError 401 if its signature is invalid or expired; 413 or 400 if it is not
 *  a valid delivery */
export async function verifyDelivery(request: Request, { unwrap }: MuxClient, clock: Clock): Promise<MuxDelivery> {
  const bytes = await limitedBytes(request, maxBytes)
  if (!bytes)
    throw new AppError('too_large', t('The delivery is larger than {kibibytes} KiB.', { kibibytes: maxBytes / 1024 }))
  const [, signedAt] = signaturePattern.exec(request.headers.get('mux-signature') ?? '') ?? []
  if (signedAt === undefined) throw invalidSignature()
  // The SDK rejects old signatures, but not signatures from the future.
  if (Number(signedAt) > clock.now() / 1000 + maxClockSkewSeconds) throw invalidSignature()
  return readDelivery(await unwrap(bytes.toString('utf8'), request.headers).catch(rejectDelivery))
}

function rejectDelivery(reason: unknown): never {
  if (reason instanceof SyntaxError) throw new AppError('invalid_input', t('The body is not valid JSON.'))
  throw invalidSignature()
}

const invalidSignature = () => new AppError('not_signed_in', t('The signature of this delivery is invalid or too old.'))
