import { setTimeout as sleep } from 'node:timers/promises'
import { t } from '#messages/messages.ts'
import type { Db } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import type { StreamingProvider } from '#providers/streaming/streaming.ts'
import {
  ensureBelowLimit,
  deleteLivestreamRow,
  findLivestreamToStop,
  lockLivestream,
  insertLivestream,
  saveKey,
  savePlayback,
  unlockLivestream,
  saveDisabled,
  saveEnabled,
} from './broadcasts.store.ts'
import { type LivestreamChange, type LivestreamInput, createdElsewhere } from './livestreams.contract.ts'
import { changeLivestream, findLivestream, type LivestreamRow } from './livestreams.store.ts'
import { removeStream } from './livestreams.jobs.ts'
import { sealStreamKey } from './stream-keys.ts'

type Parts = Pick<Context, 'db' | 'log' | 'clock' | 'streaming' | 'sealing'>
type DisableParts = Pick<Context, 'db' | 'clock'> & { streaming: Pick<StreamingProvider, 'kind' | 'disable'> }

/** Creates the livestream at the provider, then saves it. If it cannot be saved, it is removed from the provider.
 *  @throws AppError provider_failed, conflict, suspended */
export async function makeLivestream(parts: Parts, memberId: number, input: LivestreamInput): Promise<LivestreamRow> {
  const { db, streaming } = parts
  await ensureBelowLimit(db, memberId)
  const broadcast = await streaming.create({ isPublic: input.isPublic })
  try {
    const stream = { provider: streaming.kind, ...broadcast }
    const sealedStreamKey = sealStreamKey(parts.sealing, stream, broadcast.streamKey)
    return await insertLivestream(db, memberId, input, { ...stream, sealedStreamKey })
  } catch (reason) {
    await undoBroadcast(parts, broadcast.providerId)
    throw reason
  }
}

async function undoBroadcast({ db, log, streaming }: Parts, providerId: string): Promise<void> {
  try {
    await streaming.remove(providerId)
  } catch (err) {
    log.warn({ err, providerId }, 'livestreams: a stream that could not be saved will be removed later')
    await removeStream.enqueue(db, { provider: streaming.kind, providerId })
  }
}

/** Changes the visibility at the provider first, so that no livestream is labeled private while it can still be
 *  watched. @throws AppError not_found, provider_failed, conflict */
export async function editLivestream(parts: Parts, id: number, change: LivestreamChange): Promise<void> {
  const save = async () => void found((await changeLivestream(parts.db, id, change)) || null, 'Livestream')
  const { isPublic } = change
  if (isPublic === undefined) return save()
  await withLockedLivestream(parts, id, async (row) => {
    if (row.provider === parts.streaming.kind && row.isPlaybackPublic !== isPublic) {
      const playbackId = await parts.streaming.setPublic(row.providerId, isPublic)
      await savePlayback(parts.db, id, { playbackId, isPublic })
    }
    await save()
  })
}

/** @throws AppError provider_failed, conflict */
export const allowIngest = (parts: Parts, id: number): Promise<void> =>
  withOwnProvider(parts, id, async ({ providerId }) => {
    const at = new Date(parts.clock.now())
    await parts.streaming.enable(providerId)
    await saveEnabled(parts.db, id, at)
  })

/** Disconnects the encoder and rejects new connections. @throws AppError provider_failed, conflict */
export const stopIngest = (parts: Parts, id: number): Promise<void> =>
  withOwnProvider(parts, id, async ({ providerId }) => {
    await parts.streaming.disable(providerId)
    await saveDisabled(parts.db, id, new Date(parts.clock.now()))
  })

/** Like {@link stopIngest}, but for a member who is suspended or may not publish; does nothing if they may again. */
export async function stopBarredLivestream(parts: DisableParts, id: number): Promise<void> {
  if (!(await findLivestreamToStop(parts.db, id))) return
  await withLock(parts, id, async () => {
    const stream = await findLivestreamToStop(parts.db, id)
    if (stream?.provider !== parts.streaming.kind) return
    await parts.streaming.disable(stream.providerId)
    await saveDisabled(parts.db, id, new Date(parts.clock.now()))
  })
}

/** @throws AppError provider_failed, conflict */
export const renewLivestreamKey = (parts: Parts, id: number): Promise<void> =>
  withOwnProvider(parts, id, async (row) => {
    const streamKey = await parts.streaming.renewKey(row.providerId)
    await saveKey(parts.db, id, sealStreamKey(parts.sealing, row, streamKey))
  })

/** Deletes the livestream at the provider and then on this site. If the site no longer uses that provider, deletes it
 *  only on this site. @throws AppError provider_failed if it still exists there */
export const removeLivestream = (parts: Parts, id: number): Promise<void> =>
  withLockedLivestream(parts, id, async ({ provider, providerId }) => {
    if (provider === parts.streaming.kind) await parts.streaming.remove(providerId)
    await deleteLivestreamRow(parts.db, id)
  })

const withOwnProvider = (parts: Parts, id: number, change: (row: LivestreamRow) => Promise<void>): Promise<void> =>
  withLockedLivestream(parts, id, (row) => {
    if (row.provider !== parts.streaming.kind) throw new AppError('conflict', createdElsewhere())
    return change(row)
  })

/** Longer than a provider usually takes, but short enough for a person to wait. */
const lockTimeoutMs = 10_000
const lockRetryMs = 50

const withLockedLivestream = (parts: Parts, id: number, work: (row: LivestreamRow) => Promise<void>): Promise<void> =>
  withLock(parts, id, async () => work(found(await findLivestream(parts.db, id), 'Livestream')))

/** Serializes changes to a livestream across processes, so that the provider and the site end up in the same state.
 *  */
async function withLock({ db }: Pick<Context, 'db'>, id: number, work: () => Promise<void>): Promise<void> {
  await waitForLock(db, id)
  try {
    await work()
  } finally {
    await unlockLivestream(db, id)
  }
}

async function waitForLock(db: Db, id: number): Promise<void> {
  for (const untilMs = performance.now() + lockTimeoutMs; performance.now() < untilMs; await sleep(lockRetryMs)) {
    if (found(await lockLivestream(db, id), 'Livestream')) return
  }
  throw new AppError('conflict', t('This livestream is being changed. Try again in a moment.'))
}
