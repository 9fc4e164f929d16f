import type { Context } from '#kernel/http.ts'
import type { StreamingProvider } from '#providers/streaming/streaming.ts'
import type { Livestream, OwnLivestream } from './livestreams.contract.ts'
import type { LivestreamRow } from './livestreams.store.ts'
import { findStreamKey } from './stream-keys.ts'

/** Returns the livestream for viewers, without the key. */
export function presentLivestream(
  streaming: Pick<StreamingProvider, 'kind' | 'playbackUrl'>,
  row: LivestreamRow,
): Livestream {
  const { id, title, description, isPublic, status, isInterrupted, viewers, maxViewers, user, playbackId } = row
  const isPlayable = status === 'active' && row.provider === streaming.kind
  return {
    id,
    title,
    description,
    isPublic,
    status,
    isInterrupted,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    viewers,
    maxViewers,
    muxPlaybackId: playbackId,
    playbackUrl: isPlayable ? streaming.playbackUrl({ playbackId, isPublic: row.isPlaybackPublic }) : null,
    user,
  }
}

/** Returns the livestream for its owner. `report` is null if the provider fails. */
export async function presentOwnLivestream(
  { streaming, sealing }: Pick<Context, 'streaming' | 'sealing'>,
  row: LivestreamRow,
): Promise<OwnLivestream> {
  const isHere = row.provider === streaming.kind
  return {
    ...presentLivestream(streaming, row),
    streamKey: findStreamKey(sealing, row) ?? '',
    ingestUrl: streaming.ingestUrl,
    takesBrowsers: isHere && streaming.browsers !== undefined,
    report: isHere ? await streaming.reportOf(row.providerId).catch(() => null) : null,
  }
}
