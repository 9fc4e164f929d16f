import { useEffect, useEffectEvent } from 'react'
import { hasSingleKeys } from '#web/single-keys.ts'

interface Commands {
  goToSearch: () => void
  showPalette: () => void
  showShortcuts: () => void
}

/** Runs the site's keyboard shortcuts. `/` focuses a visible search field or, if there is none, opens the search page. */
export function useShortcuts(commands: Commands): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const run = commandOf(event, commands)
    if (!run || isTaken(event)) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const postKeys = new Set(['j', 'k', 'l', 'o', 'n'])

function commandOf(event: KeyboardEvent, { goToSearch, showPalette, showShortcuts }: Commands) {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  const key = event.key.toLowerCase()
  if (altKey) return null
  if (ctrlKey !== metaKey) return key === 'k' && !shiftKey ? showPalette : null
  if (ctrlKey || !hasSingleKeys()) return null
  // Shift is allowed, because some keyboard layouts need it for the slash.
  if (key === '/') return () => focusSearch(goToSearch)
  if (key === '?') return showShortcuts
  if (shiftKey || !postKeys.has(key) || !document.querySelector('.h-feed')) return null
  return () => void import('./post-keys.ts').then(({ runPostKey }) => runPostKey(key))
}

/** Returns whether the key press is not for the site: a dialog is open, or it is a key without Ctrl or Cmd in a text
 *  field, including inside a shadow root. Editors prevent the default of their own shortcuts. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.repeat ||
  event.isComposing ||
  (!event.ctrlKey && !event.metaKey && isInTextField(event)) ||
  document.querySelector('dialog:modal') !== null

const isInTextField = (event: KeyboardEvent): boolean =>
  event.composedPath().some((node) => node instanceof HTMLElement && isForWriting(node))

const isForWriting = (element: HTMLElement): boolean =>
  element.isContentEditable ||
  element.matches('input, textarea, select, [contenteditable]:not([contenteditable=false])')

/** Chooses the page's own field rather than the sidebar's, which comes first in the document. */
function focusSearch(goToSearch: () => void): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('search input[name=q]')]
  const field = fields.findLast((one) => one.checkVisibility())
  if (!field) return goToSearch()
  field.focus()
  field.select()
}
