/** A short notice over the page. */
export interface Toast {
  title: string
  description?: string | undefined
  /** `error` is announced at once. */
  variant?: 'info' | 'success' | 'error'
}

/** A shown toast; a new id is a new toast even with the same words. */
export type ShownToast = Toast & { id: number }

let shown: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

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

function change(toast: ShownToast | null): void {
  shown = toast
  for (const listener of listeners) listener()
}
