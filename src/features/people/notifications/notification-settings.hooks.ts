import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import {
  getNotificationSettings,
  type NotificationChoices,
  saveNotificationSettings,
  unsubscribe,
} from './notification-settings.contract.ts'

const settingsQuery = queryOf(getNotificationSettings, {})

export const useNotificationSettings = () => useQuery(settingsQuery)

/** Saves each choice at once, one after the other; it shows before the server has answered, and what the server has is
 *  shown again when it refuses. */
export function useSaveChoices(onRefused: (reason: unknown) => void) {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: saveNotificationSettings.path },
    mutationFn: ({ muted, emailed }: NotificationChoices) =>
      call(saveNotificationSettings, { body: { muted, emailed } }),
    onMutate: async (choices) => {
      await cache.cancelQueries({ queryKey: settingsQuery.queryKey })
      cache.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, ...choices })
    },
    onError: (reason) => {
      onRefused(reason)
      return cache.invalidateQueries({ queryKey: settingsQuery.queryKey })
    },
  })
}

/** Ends the digests of the member that the link was sent to.
 *  @param token from the link */
export const useUnsubscribe = (token: string | null) =>
  useMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) })
