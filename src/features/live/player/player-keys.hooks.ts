import { useEffect, useEffectEvent } from 'react'
import type { PlayerActions } from './actions.hooks.ts'
import { t } from '#messages/messages.ts'

const seekSeconds = 5
const volumeStep = 0.1

export const playerShortcuts = [
  [t('Play or pause'), 'Space K'],
  [t('Mute or unmute'), 'M'],
  [t('Full screen'), 'F'],
  [t('Captions'), 'C'],
  [t('Back or forward 5 seconds'), '← →'],
  [t('Jump to the start or end'), 'Home End'],
  [t('Volume'), '↑ ↓'],
  [t('Jump to live'), 'L'],
] as const

interface PlayerKeys {
  actions: PlayerActions
  isLive: boolean
  toggleFullscreen: () => void
}

/** Keyboard shortcuts. They work only while focus is in the player, because they are single letters. */
export function usePlayerKeys(player: HTMLElement | null, { actions, isLive, toggleFullscreen }: PlayerKeys): void {
  const actionByKey: Record<string, () => unknown> = {
    ' ': actions.togglePaused,
    k: actions.togglePaused,
    m: actions.toggleMuted,
    f: toggleFullscreen,
    c: actions.toggleCaptions,
    ArrowLeft: () => actions.seek(-seekSeconds),
    ArrowRight: () => actions.seek(seekSeconds),
    ArrowUp: () => actions.changeVolume(volumeStep),
    ArrowDown: () => actions.changeVolume(-volumeStep),
    ...(isLive ? { l: actions.goLive } : recordedKeys(actions)),
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = isSeekBar(event.target) ? (seekBarKeys[event.key] ?? event.key) : event.key
    const action = actionByKey[key.length === 1 ? key.toLowerCase() : key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey || isOwnKey(event)) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!player) return undefined
    const listener = (event: KeyboardEvent) => onKey(event)
    player.addEventListener('keydown', listener)
    return () => player.removeEventListener('keydown', listener)
  }, [player])
}

/** Keys for the start, the end, and tenths of the duration. */
function recordedKeys({ seekToPart }: PlayerActions): Record<string, () => unknown> {
  const digits = Array.from({ length: 10 }, (_, digit) => [String(digit), () => seekToPart(digit / 10)])
  return { Home: () => seekToPart(0), End: () => seekToPart(1), ...Object.fromEntries(digits) }
}

const isSeekBar = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.className === 'player-seek-range'
/** Up means forward, as in other sliders. */
const seekBarKeys: Record<string, string> = { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft' }

/** Returns whether the focused control handles the key itself. */
function isOwnKey({ key, target }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement) return true
  if (target instanceof HTMLInputElement) return !isSeekBar(target) && /^(Arrow|Home|End)/.test(key)
  return target instanceof HTMLButtonElement && key === ' '
}
