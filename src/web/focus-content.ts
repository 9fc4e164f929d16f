/** Moves focus to the page's content, in case the focused element was removed or is far below. */
export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true })

/** Focuses text, which is not focusable otherwise. */
export function focusText(text: HTMLElement): void {
  text.tabIndex = -1
  text.focus({ preventScroll: text.matches('section') })
}
