import type { SourceName } from './scene.contract.ts'
import { t } from '#messages/messages.ts'

/** Explains why a source is unavailable and what to do. `reason` is the browser's error. */
export function sourceErrorOf(source: SourceName, reason: unknown): string {
  const name = reason instanceof DOMException ? reason.name : ''
  if (source === 'screen' && name === 'NotAllowedError')
    return t('No screen was chosen, or the browser isn’t allowed to share it.')
  if (name === 'NotAllowedError')
    return t('The browser isn’t allowed to use your {source}. Allow it in the site settings next to the address bar.', {
      source,
    })
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return t('No {source} was found.', { source })
  if (name === 'NotReadableError')
    return t('Your {source} is in use by another program, or your system blocks the browser from using it.', { source })
  return t('Your {source} could not be started.', { source })
}

/** Messages for sources that stopped unexpectedly. */
export const lossMessages: Record<SourceName, string> = {
  camera: 'Your camera was disconnected, or another program is using it.',
  microphone: 'Your microphone was disconnected. Viewers can’t hear you.',
  screen: 'Your screen is no longer shared.',
}
