import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { cacheProfile, viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
import { changeUsername, getUsernames } from '#features/people/profiles/username-changes.contract.ts'
import { ApiError, messageOf } from '#web/api.ts'
import { call, queryOf } from '#web/call.ts'

const usernamesQuery = queryOf(getUsernames, {})

/** Returns the signed-in member's usernames. */
export const useUsernames = () => useQuery(usernamesQuery)

type Outcome = { ok: true; username: string } | { ok: false; status: number; message: string }

/** Returns a function that changes the username and shows it everywhere. The function never throws. */
export function useUsernameChange(viewer: Viewer) {
  const cache = useQueryClient()
  return async (username: string): Promise<Outcome> => {
    try {
      const saved = await call(changeUsername, { body: { username } })
      // A read that started before the change must not overwrite it.
      await cache.cancelQueries()
      const renamed = { ...viewer, username: saved.username }
      cache.setQueryData(usernamesQuery.queryKey, saved)
      cache.setQueryData(viewerQuery.queryKey, renamed)
      cacheProfile(renamed)
      // Any screen may show the former username.
      void cache.invalidateQueries()
      return { ok: true, username: saved.username }
    } catch (reason) {
      const status = reason instanceof ApiError ? reason.status : 0
      return {
        ok: false,
        status,
        message: messageOf(reason, t('The site could not be reached. Try again in a moment.')),
      }
    }
  }
}
