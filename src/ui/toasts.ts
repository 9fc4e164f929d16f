/** A short notice over the page. */
export interface Toast {
  title: string
  description?: string | undefined
  /** `error` is announced at once. */
  variant?: 'info' | 'success' | 'error'
  /** What can be done about it; the toast then goes. */
  action?: { label: string; onSelect: () => void } | undefined
  /** Where to see what it is about. */
  link?: { label: string; href: string } | undefined
}

/** A shown toast; a new id is a new toast even with the same words. */
export type ShownToast = Toast & { id: number }

let shown: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()
const regions: string[] = []

/** Shows a toast in place of the one before. It stays until dismissed or replaced, also when the page changes.
 *  @returns its id */
export function showToast(toast: Toast): number {
  lastId += 1
  change({ ...toast, id: lastId })
  return lastId
}

/** Takes the toast away; with an id only if it is still that one. */
export function dismissToast(id?: number): void {
  if (id === undefined || shown?.id === id) change(null)
}

export const shownToast = (): ShownToast | null => shown

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A place where toasts can be: of several that added last shows them. @returns what takes it away */
export function addToastRegion(region: string): () => void {
  regions.push(region)
  tell()
  return () => {
    regions.splice(regions.indexOf(region), 1)
    tell()
  }
}

export const toastIn = (region: string): ShownToast | null => (regions.at(-1) === region ? shown : null)

function change(toast: ShownToast | null): void {
  shown = toast
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}
