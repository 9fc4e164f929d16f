import type { Thing } from './studio-stage.contract.ts'

/** Why it cannot be had, and what to do. `reason`: what the browser has refused it with. */
export function faultOf(thing: Thing, reason: unknown): string {
  const name = reason instanceof DOMException ? reason.name : ''
  if (thing === 'screen' && name === 'NotAllowedError') return 'No screen was chosen, or the browser may not share it.'
  if (name === 'NotAllowedError') return `The browser may not use your ${thing}. Allow it beside the page’s address.`
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return `No ${thing} was found.`
  if (name === 'NotReadableError')
    return `Your ${thing} is in use by another program, or the system keeps it from the browser.`
  return `Your ${thing} could not be started.`
}

/** What is told when one that was there has ended by itself. */
export const losses: Record<Thing, string> = {
  camera: 'Your camera is gone: it was unplugged, or taken by another program.',
  microphone: 'Your microphone is gone. Viewers hear nothing.',
  screen: 'The screen is no longer shared.',
}
