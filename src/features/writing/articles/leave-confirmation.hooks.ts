import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { inputOf, isUnsaved } from '#features/writing/autosave/autosave-state.hooks.ts'
import type { Autosaver, AutosaverState } from '#features/writing/autosave/autosaver.hooks.ts'
import { isShortEnoughToBeLast } from '#web/api.ts'
import { inTime } from '#web/in-time.ts'
import { askBeforeLeaving } from '#web/leaving.ts'
import { isSignedIn } from '#web/session.ts'

const patienceMs = 1500

/** Saves before the author leaves the editor, and asks for confirmation if saving fails.
 *  @returns the pending question and functions to answer it */
export function useLeaveConfirmation(saver: Autosaver, state: AutosaverState, isUploading: boolean) {
  const [answer, setAnswer] = useState<{ give: (leaves: boolean) => void } | null>(null)
  const leaves = useRef(false)

  const isSaved = !isUnsaved(state)
  useEffect(() => {
    if (isSaved) answer?.give(true)
  }, [isSaved, answer])

  const mayLeave = useEffectEvent(async (): Promise<boolean> => {
    if (!isSignedIn() || (await isSavedSoon(saver))) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setAnswer({ give: resolve })
    leaves.current = await promise
    setAnswer(null)
    return leaves.current
  })
  const onBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!leaves.current && (isUploading || wouldBeLost(saver.state()))) event.preventDefault()
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
  return { isAsking: answer !== null, answer: (leaves: boolean) => answer?.give(leaves) }
}

const isSavedSoon = async (saver: Autosaver): Promise<boolean> => (await inTime(saver.save(), patienceMs)) ?? false

/** Reports whether the last changes would be lost, even if they are sent while the page unloads. */
function wouldBeLost(state: AutosaverState): boolean {
  if (!isUnsaved(state)) return false
  const { is } = state.phase
  const isOnItsWay = (is === 'idle' || is === 'sending') && state.failure === null
  return !isOnItsWay || state.isCopyMissing || !isShortEnoughToBeLast(inputOf(state))
}
