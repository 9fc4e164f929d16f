import { useEffect, useEffectEvent, useState } from 'react'
import { askBeforeLeaving } from '#web/leaving.ts'

/** Asks for confirmation before the administrator leaves with unsaved changes. @returns whether the confirmation is
 *  open, and a function that answers it */
export function useLeaveQuestion(isChanged: boolean) {
  const [question, setQuestion] = useState<{ resolve: (leaves: boolean) => void } | null>(null)
  const mayLeave = useEffectEvent(async (): Promise<boolean> => {
    if (!isChanged) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setQuestion({ resolve })
    const leaves = await promise
    setQuestion(null)
    return leaves
  })
  const onBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isChanged) event.preventDefault()
  })
  useEffect(() => {
    const stop = askBeforeLeaving(() => mayLeave())
    const warn = (event: BeforeUnloadEvent) => onBeforeUnload(event)
    addEventListener('beforeunload', warn)
    return () => {
      stop()
      removeEventListener('beforeunload', warn)
    }
  }, [])
  return { isAsking: question !== null, answer: (leaves: boolean) => question?.resolve(leaves) }
}
