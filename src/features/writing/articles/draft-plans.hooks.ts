import { useEffect, useState } from 'react'
import { publishedPostId } from '#features/writing/autosave/draft-requests.hooks.ts'
import type { Autosaver, AutosaverState } from '#features/writing/autosave/autosaver.hooks.ts'
import { articleOf } from '#features/writing/draft-schedules/schedule-state.contract.ts'
import { useSchedule } from '#features/writing/draft-schedules/draft-schedules.hooks.ts'
import { type Faults, faultsIn } from '#web/use-form.ts'

export type DraftDialog = 'schedule' | 'share'
/** The result of opening a dialog. `faulty`: the draft has errors, which are shown. `empty`: there is no text yet. */
export type Choice = 'open' | 'faulty' | 'empty' | 'unsaved'

/** The schedule of the draft in the editor, and the dialog that is open. `storedKey`: null until the server has the
 *  draft. @param show shows errors by field */
export function useDraftPlans(saver: Autosaver, state: AutosaverState, show: (faults: Faults) => void) {
  const [dialog, setDialog] = useState<DraftDialog | null>(null)
  const storedKey = state.saved.updatedAt === null ? null : state.key
  const { schedule, error } = useSchedule(state.postId === null ? storedKey : null)
  const postId = publishedPostId(error)
  useEffect(() => {
    if (postId !== undefined) saver.end(postId)
  }, [postId, saver])

  /** Opens the dialog once the text is saved. Text that cannot be published cannot be scheduled. */
  async function choose(chosen: DraftDialog): Promise<Choice> {
    const problems = chosen === 'schedule' ? articleOf(saver.state().writing).error : undefined
    show(problems ? faultsIn(problems.issues) : {})
    if (problems) return 'faulty'
    if (!(await saver.save())) return 'unsaved'
    if (saver.state().saved.updatedAt === null) return 'empty'
    setDialog(chosen)
    return 'open'
  }
  return { schedule, storedKey, dialog, choose, close: () => setDialog(null) }
}
