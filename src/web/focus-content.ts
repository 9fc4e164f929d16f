/** Moves the focus to the page itself, where what held it is gone or far below. */
export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true })
