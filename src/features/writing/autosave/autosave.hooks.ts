import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { draftsQuery } from '#features/writing/drafts/drafts.hooks.ts'
import { ApiError } from '#web/api.ts'
import { onSessionChange, sessionUserId } from '#web/session.ts'
import { saveDraft } from './draft-requests.hooks.ts'
import { Autosaver, type PutDraft } from './autosaver.hooks.ts'
import type { Opening } from './initial-article.hooks.ts'

/** Saves an article under way for as long as its editor is there. */
export function useAutosave(userId: string, opening: Opening) {
  const cache = useQueryClient()
  const [saver] = useState(() => new Autosaver(userId, opening, putAs(userId, cache)))
  const shown = useSyncExternalStore(saver.subscribe, saver.shown, saver.shown)
  useEffect(() => {
    saver.open()
    const stop = listen(saver, userId)
    return () => {
      stop()
      saver.close()
    }
  }, [saver, userId])
  return { saver, shown }
}

/** What one member wrote is not sent as another one. */
const putAs =
  (userId: string, cache: QueryClient): PutDraft =>
  async (key, input, isLast) => {
    if (currentUserId() !== userId) throw new ApiError(401, 'Signed out')
    const draft = await saveDraft(key, input, isLast)
    void cache.invalidateQueries(draftsQuery)
    return draft
  }

/** Whose words are kept here: the identity provider's id of whoever is signed in. */
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
