import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import type { Sealing } from '#kernel/sealing.ts'
import type { SealedSecrets } from '#kernel/sealed-secrets.ts'
import type { StreamingProvider } from '#providers/streaming/streaming.ts'
import { saveKey } from './broadcasts.store.ts'
import { renewKeyFirst } from './livestreams.contract.ts'
import type { LivestreamRow } from './livestreams.store.ts'
import {
  forgetStreamKeys,
  listPlainStreamKeys,
  listSealedStreamKeys,
  listStreams,
  saveSealedStreamKeys,
  streamKeyOwner,
} from './stream-keys.store.ts'

interface ProviderStream {
  provider: string
  providerId: string
}

export const sealStreamKey = (sealing: Sealing, stream: ProviderStream, streamKey: string): Buffer =>
  sealing.seal(streamKeyOwner(stream), Buffer.from(streamKey))

/** Returns the key; null if the site's identity key was lost, so that the stream key must be renewed. */
export function findStreamKey(sealing: Sealing, row: LivestreamRow): string | null {
  const { sealedStreamKey: sealed, plainStreamKey: plain } = row
  return sealed || plain ? sealing.open(streamKeyOwner(row), { sealed, plain }).toString() : null
}

/** Replaces the keys of all livestreams at the provider. @returns the number of livestreams */
export async function rotateStreamKeys(
  { db, sealing }: Pick<Context, 'db' | 'sealing'>,
  { kind, renewKey }: Pick<StreamingProvider, 'kind' | 'renewKey'>,
): Promise<number> {
  const streams = await listStreams(db, kind)
  for (const { id, ...stream } of streams)
    await saveKey(db, id, sealStreamKey(sealing, stream, await renewKey(stream.providerId)))
  return streams.length
}

/** @throws AppError conflict if the key must be renewed */
export function streamKeyOf(sealing: Sealing, row: LivestreamRow): string {
  const key = findStreamKey(sealing, row)
  if (key === null) throw new AppError('conflict', renewKeyFirst())
  return key
}

export const streamKeySecrets: SealedSecrets = {
  name: 'stream keys',
  listPlain: listPlainStreamKeys,
  listSealed: listSealedStreamKeys,
  save: saveSealedStreamKeys,
  forget: forgetStreamKeys,
}
