import { useEffect, useState } from 'react'

const idleMs = 3000
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin']

/** Whether nobody has touched it for a while. */
export function useIdle(element: HTMLElement | null): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!element) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const awake = () => {
      clearTimeout(timer)
      setIdle(false)
      timer = setTimeout(() => setIdle(true), idleMs)
    }
    awake()
    for (const name of signs) element.addEventListener(name, awake)
    return () => {
      clearTimeout(timer)
      for (const name of signs) element.removeEventListener(name, awake)
    }
  }, [element])
  return isIdle
}
