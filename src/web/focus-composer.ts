/** In the URL of the feed, focuses the composer. */
export const newPostHash = '#new-post'

/** Focuses the composer on the page, if there is one. @returns whether there is */
export function focusComposer(): boolean {
  const field = document.querySelector<HTMLElement>('.composer-place textarea')
  field?.focus()
  return field !== null
}
