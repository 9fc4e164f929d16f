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

/** Saves each change immediately, one request at a time. Updates optimistically and refetches after a failure. */
export function useSaveChoices(onRefused: (reason: unknown) => void) {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: saveNotificationSettings.path },
    mutationFn: ({ muted, emailed, silent }: NotificationChoices) =>
      call(saveNotificationSettings, { body: { muted, emailed, silent } }),
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

/** Turns off digests for the member who received the link. @param token from the link */
export const useUnsubscribe = (token: string | null) =>
  useMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) })
