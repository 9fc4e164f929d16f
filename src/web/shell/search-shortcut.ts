import { useEffect, useEffectEvent } from 'react'

/** Opens the search on `/` and on Ctrl or Cmd + K: focuses a visible search field or, if there is none, opens the
 *  search page. */
export function useSearchShortcut(goToSearch: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event) || isTaken(event)) return
    event.preventDefault()
    const field = searchField()
    if (!field) return goToSearch()
    field.focus()
    field.select()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Allows Shift, which some keyboard layouts need for the slash. */
function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey !== metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return key === '/' && !ctrlKey
}

/** Returns whether the key press targets a text field, including inside a shadow root, or whether a dialog is open. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.repeat ||
  event.isComposing ||
  event.composedPath().some((node) => node instanceof HTMLElement && isForWriting(node)) ||
  document.querySelector('dialog:modal') !== null

const isForWriting = (element: HTMLElement): boolean =>
  element.isContentEditable ||
  element.matches('input, textarea, select, [contenteditable]:not([contenteditable=false])')

/** Returns the page's own field rather than the sidebar's, which comes first in the document. */
const searchField = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('search input[name=q]')].findLast((field) => field.checkVisibility())
