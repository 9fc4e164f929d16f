import { t } from '#messages/messages.ts'
import type { Livestream } from '#features/live/livestreams/livestreams.contract.ts'

/** The content of the player area. Source: docs/product.md, States. */
export type StageState = 'live' | 'interrupted' | 'starting' | 'scheduled' | 'waiting' | 'offline'

export function stageState({ status, isInterrupted, playbackUrl }: Livestream, isUpcoming: boolean): StageState {
  if (status === 'active' && isInterrupted) return 'interrupted'
  if (status === 'active') return playbackUrl === null ? 'starting' : 'live'
  if (isUpcoming) return 'scheduled'
  return status === 'idle' ? 'waiting' : 'offline'
}

export const waitingText = () => t('Waiting for broadcaster to start streaming...')
export const offlineText = () => t('This stream is currently offline')

/** Returns the status label for the details section. Unknown values are shown unchanged. Source: docs/product.md,
 *  States */
export function statusLabel({ status, isInterrupted }: Livestream): string {
  if (status === 'active') return isInterrupted ? t('Interrupted') : t('Live')
  if (status === 'idle') return t('Idle')
  if (status === 'offline') return t('Offline')
  return `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`
}
