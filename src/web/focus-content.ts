/** Moves the focus to the page's content, for when the focused element was removed or is far below. */
export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true })
