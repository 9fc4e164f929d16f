/** Moves focus to the page's content, in case the focused element was removed or is far below. */
export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true })
