/** Moves the focus to the content of the page, after the focused element was removed or is far below. */
export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true })
