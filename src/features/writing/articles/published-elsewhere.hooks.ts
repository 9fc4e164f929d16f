import { useEffect, useState } from 'react'
import type { Autosaver, AutosaverState } from '#features/writing/autosave/autosaver.hooks.ts'
import { publishedWriting } from '#features/writing/autosave/load-article.hooks.ts'
import { isSameWriting, type Writing } from '#features/writing/autosave/article-writing.hooks.ts'
import { getPost } from '#features/writing/posts/posts.contract.ts'
import { call } from '#web/call.ts'

/** Handles a draft that was published in another window. If the text here differs, it becomes a new draft.
 *  @returns the note to show, and a function that shows it */
export function usePublishedElsewhere(saver: Autosaver, state: AutosaverState) {
  const [note, setNote] = useState<{ postId: number | null } | null>(null)
  const postId = state.phase.is === 'published' ? state.phase.postId : undefined
  useEffect(() => {
    if (postId === undefined) return
    const keepWhatDiffers = async () => {
      const isSame = await hasSameWriting(postId, saver.state().writing)
      if (!isSame && saver.state().phase.is === 'published') saver.moveToNewDraft()
      setNote({ postId })
    }
    void keepWhatDiffers()
  }, [postId, saver])
  return {
    note: note && { ...note, isKept: state.phase.is !== 'published' },
    report: (postId: number | null) => setNote({ postId }),
  }
}

async function hasSameWriting(postId: number | null, writing: Writing): Promise<boolean> {
  if (postId === null) return false
  try {
    return isSameWriting(publishedWriting(await call(getPost, { params: { id: postId } })), writing)
  } catch {
    return false
  }
}
