/** Reports whether text in the element runs from right to left. */
export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'

const opposite: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Returns the pressed key as in left-to-right text, where the right arrow leads to the next item. */
export const keyInTextOrder = ({ key, currentTarget }: { key: string; currentTarget: Element }): string =>
  (isRightToLeft(currentTarget) && opposite[key]) || key
