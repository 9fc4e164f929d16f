import { type RefObject, useLayoutEffect, useState } from 'react'

/** Minimum width for two columns of text. */
const wideRem = 50

/** Returns whether the element is wide enough for the editor and its preview side by side. */
export function useIsWide(element: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const measure = () => setWide(watched.clientWidth >= wideRem * rootFontPixels())
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return isWide
}

const rootFontPixels = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
