import type { SourceName } from './scene.contract.ts'

/** Explains why a source is unavailable and what to do. `reason` is the browser's error. */
export function sourceErrorOf(source: SourceName, reason: unknown): string {
  const name = reason instanceof DOMException ? reason.name : ''
  if (source === 'screen' && name === 'NotAllowedError')
    return 'No screen was chosen, or the browser isn’t allowed to share it.'
  if (name === 'NotAllowedError')
    return `The browser isn’t allowed to use your ${source}. Allow it in the site settings next to the address bar.`
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return `No ${source} was found.`
  if (name === 'NotReadableError')
    return `Your ${source} is in use by another program, or your system blocks the browser from using it.`
  return `Your ${source} could not be started.`
}

/** Messages for sources that stopped unexpectedly. */
export const lossMessages: Record<SourceName, string> = {
  camera: 'Your camera was disconnected, or another program is using it.',
  microphone: 'Your microphone was disconnected. Viewers can’t hear you.',
  screen: 'Your screen is no longer shared.',
}
