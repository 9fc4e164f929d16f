import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { draftsQuery } from '#features/writing/drafts/drafts.hooks.ts'
import { ApiError } from '#web/api.ts'
import { onSessionChange, sessionUserId } from '#web/session.ts'
import { saveDraft } from './draft-requests.hooks.ts'
import { Autosaver, type SaveDraft } from './autosaver.hooks.ts'
import type { InitialArticle } from './initial-article.hooks.ts'

/** Saves an article while its editor is mounted. */
export function useAutosave(userId: string, initial: InitialArticle) {
  const cache = useQueryClient()
  const [saver] = useState(() => new Autosaver(userId, initial, saveAs(userId, cache)))
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state)
  useEffect(() => {
    saver.start()
    const stop = listen(saver, userId)
    return () => {
      stop()
      saver.stop()
    }
  }, [saver, userId])
  return { saver, state }
}

/** Saves as this member only: never sends the text under another member's session. */
const saveAs =
  (userId: string, cache: QueryClient): SaveDraft =>
  async (key, input, isLast) => {
    if (currentUserId() !== userId) throw new ApiError(401, 'Signed out')
    const draft = await saveDraft(key, input, isLast)
    void cache.invalidateQueries(draftsQuery)
    return draft
  }

/** The signed-in user's id from the identity provider. Local copies are stored under it. */
const currentUserId = (): string => String(sessionUserId())

export const useCurrentUserId = (): string => useSyncExternalStore(onSessionChange, currentUserId, () => 'null')

function listen(saver: Autosaver, userId: string): () => void {
  const onOnline = () => saver.resume()
  const onHide = () => saver.flush()
  const onVisibility = () => document.visibilityState === 'hidden' && saver.flush()
  addEventListener('online', onOnline)
  addEventListener('pagehide', onHide)
  document.addEventListener('visibilitychange', onVisibility)
  const stopSession = onSessionChange(() => currentUserId() === userId && saver.resume())
  return () => {
    removeEventListener('online', onOnline)
    removeEventListener('pagehide', onHide)
    document.removeEventListener('visibilitychange', onVisibility)
    stopSession()
  }
}
