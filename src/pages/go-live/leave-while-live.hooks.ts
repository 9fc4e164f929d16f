import { useEffect, useState } from 'react'
import { askBeforeLeaving } from '#web/leaving.ts'

/** Asks for confirmation before a live broadcaster leaves the page. @returns a function to call with the answer; null
 *  if no question is pending */
export function useLeaveWhileLive(isLive: boolean): ((leaves: boolean) => void) | null {
  const [answer, setAnswer] = useState<{ give: (leaves: boolean) => void } | null>(null)
  useEffect(() => {
    if (!isLive) return undefined
    const stop = askBeforeLeaving(async () => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      setAnswer({ give: resolve })
      const leaves = await promise
      setAnswer(null)
      return leaves
    })
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      stop()
      removeEventListener('beforeunload', warn)
    }
  }, [isLive])
  return answer?.give ?? null
}
