import { useQueryClient } from '@tanstack/react-query'
import {
  type AvailabilityInput,
  removeAvailability,
  saveAvailability,
} from '#features/people/profiles/availability.contract.ts'
import { getUser, getUserByUsername, type Viewer } from '#features/people/profiles/profiles.contract.ts'
import { cacheProfile, viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
import { call, readsOf } from '#web/call.ts'

/** Returns a function that saves what the viewer is available for (null means nothing) and updates the profiles on
 *  screen. @throws ApiError */
export function useSaveAvailability(viewer: Viewer) {
  const cache = useQueryClient()
  return async (input: AvailabilityInput | null) => {
    const saved = input ? await call(saveAvailability, { body: input }) : await call(removeAvailability, {})
    const profile = { ...viewer }
    if (saved) profile.availability = saved
    else delete profile.availability
    // A read that started before the save must not overwrite it.
    await cache.cancelQueries({ queryKey: viewerQuery.queryKey })
    cache.setQueryData(viewerQuery.queryKey, profile)
    cacheProfile(profile)
    void cache.invalidateQueries(readsOf(getUser, getUserByUsername))
  }
}
