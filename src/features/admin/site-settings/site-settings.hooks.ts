import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isRefusal } from '#web/api.ts'
import { call, queryOf } from '#web/call.ts'
import { getSettings, saveSettings, type SiteSettings, type StoredSettings } from './site-settings.contract.ts'

const settingsQuery = queryOf(getSettings, {})

/** Fetches the settings when the form opens. */
export const useSettings = () => useQuery({ ...settingsQuery, staleTime: 0, refetchOnMount: 'always' })

/** Returns a function that saves the settings. Fetches them again if they have changed in the meantime.
 *  @throws ApiError */
export function useSaveSettings(): (version: number, settings: SiteSettings) => Promise<StoredSettings> {
  const cache = useQueryClient()
  return async (version, settings) => {
    try {
      const saved = await call(saveSettings, { body: { version, settings } })
      cache.setQueryData(settingsQuery.queryKey, saved)
      return saved
    } catch (reason) {
      if (isRefusal(reason, 409)) await cache.refetchQueries({ queryKey: settingsQuery.queryKey })
      throw reason
    }
  }
}
