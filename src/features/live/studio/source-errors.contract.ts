import type { SourceName } from './scene.contract.ts'

/** Why it cannot be had, and what to do. `reason`: what the browser has refused it with. */
export function sourceErrorOf(source: SourceName, reason: unknown): string {
  const name = reason instanceof DOMException ? reason.name : ''
  if (source === 'screen' && name === 'NotAllowedError') return 'No screen was chosen, or the browser may not share it.'
  if (name === 'NotAllowedError') return `The browser may not use your ${source}. Allow it beside the page’s address.`
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return `No ${source} was found.`
  if (name === 'NotReadableError')
    return `Your ${source} is in use by another program, or the system keeps it from the browser.`
  return `Your ${source} could not be started.`
}

/** What is told when one that was there has ended by itself. */
export const lossMessages: Record<SourceName, string> = {
  camera: 'Your camera is gone: it was unplugged, or taken by another program.',
  microphone: 'Your microphone is gone. Viewers hear nothing.',
  screen: 'The screen is no longer shared.',
}
