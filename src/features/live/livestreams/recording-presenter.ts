import type { StreamingProvider } from '#providers/streaming/streaming.ts'
import type { Recording } from './recordings.contract.ts'
import type { RecordingRow } from './recordings.store.ts'

export function presentRecording(
  streaming: Pick<StreamingProvider, 'kind' | 'recordingUrl'>,
  { provider, recordingId, isPlaybackPublic, startedAt, ...row }: RecordingRow,
): Recording {
  const isHere = provider === streaming.kind
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    playbackUrl: isHere ? streaming.recordingUrl({ recordingId, isPublic: isPlaybackPublic }) : null,
  }
}
