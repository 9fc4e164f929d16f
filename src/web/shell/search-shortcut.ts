import { useEffect, useEffectEvent } from 'react'

/** `/` and Ctrl or Cmd + K lead to the search: to its field where one is in sight, else to its page. */
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

/** Some keyboards have the slash on another level: Shift may be held. */
function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey !== metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return key === '/' && !ctrlKey
}

/** Whether somebody is writing, also inside of a shadow root, or a dialog must be answered first. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.repeat ||
  event.isComposing ||
  event.composedPath().some((node) => node instanceof HTMLElement && isForWriting(node)) ||
  document.querySelector('dialog:modal') !== null

const isForWriting = (element: HTMLElement): boolean =>
  element.isContentEditable ||
  element.matches('input, textarea, select, [contenteditable]:not([contenteditable=false])')

/** The page's own field before the side bar's, which stands before it. */
const searchField = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('search input[name=q]')].findLast((field) => field.checkVisibility())
