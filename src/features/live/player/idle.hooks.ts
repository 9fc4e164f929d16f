import { useEffect, useState } from 'react'

const idleMs = 3000
const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin']

/** Returns whether the element has received no input for a while. */
export function useIdle(element: HTMLElement | null): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!element) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onActivity = () => {
      clearTimeout(timer)
      setIdle(false)
      timer = setTimeout(() => setIdle(true), idleMs)
    }
    onActivity()
    for (const name of activityEvents) element.addEventListener(name, onActivity)
    return () => {
      clearTimeout(timer)
      for (const name of activityEvents) element.removeEventListener(name, onActivity)
    }
  }, [element])
  return isIdle
}
