/** A short notification over the page. */
export interface Toast {
  title: string
  description?: string | undefined
  /** `error` is announced assertively. */
  variant?: 'info' | 'success' | 'error'
  /** An action. Choosing it also dismisses the toast. */
  action?: { label: string; onSelect: () => void } | undefined
  /** A link to the toast's subject. */
  link?: { label: string; href: string } | undefined
}

/** A toast on screen. A new id means a new toast, even with the same text. */
export type ShownToast = Toast & { id: number }

let shown: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()
const regions: string[] = []

/** Shows a toast and replaces the previous one. The toast remains until it is dismissed or replaced, even when the page
 *  changes. @returns its id */
export function showToast(toast: Toast): number {
  lastId += 1
  change({ ...toast, id: lastId })
  return lastId
}

/** Dismisses the toast. With an id, only if that toast is still shown. */
export function dismissToast(id?: number): void {
  if (id === undefined || shown?.id === id) change(null)
}

export const shownToast = (): ShownToast | null => shown

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Registers a region. The region that was added last shows the toasts. @returns a function that removes it */
export function addToastRegion(region: string): () => void {
  regions.push(region)
  notify()
  return () => {
    regions.splice(regions.indexOf(region), 1)
    notify()
  }
}

export const toastIn = (region: string): ShownToast | null => (regions.at(-1) === region ? shown : null)

function change(toast: ShownToast | null): void {
  shown = toast
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}
