import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Nothing, read, send } from '#web/api.ts'
import {
  type NotificationChoices,
  NotificationSettings,
  notificationSettingsPath,
} from './notification-settings.contract.ts'

const settingsQuery = read(notificationSettingsPath, NotificationSettings)

export const useNotificationSettings = () => useQuery(settingsQuery)

/** Saves each choice at once, one after the other; it shows before the server has answered, and what the server has is
 *  shown again when it refuses. */
export function useSaveChoices(onRefused: (reason: unknown) => void) {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: notificationSettingsPath },
    mutationFn: ({ muted, emailed }: NotificationChoices) =>
      send('PUT', notificationSettingsPath, NotificationSettings, { muted, emailed }),
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

/** Ends the digests of whoever the link was sent to. */
export const useUnsubscribe = (path: string) => useMutation({ mutationFn: () => send('POST', path, Nothing) })
