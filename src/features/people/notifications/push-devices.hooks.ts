import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import { findEndpoint, pushObstacle, recordEndpoint, subscribe, unsubscribe } from '#web/push.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { addPushDevice, getPushDevices, type PushDevice, removePushDevice } from './push-devices.contract.ts'

const devicesQuery = queryOf(getPushDevices, {})
const browserKey = ['push browser']

export const usePushDevices = () => useQuery(devicesQuery)

/** Returns why this browser cannot show push notifications, or null, and the endpoint of its subscription, or null. */
export function useOwnBrowser() {
  const { hasServiceWorker = true } = useSite()
  return useQuery({
    queryKey: browserKey,
    queryFn: async () => {
      // Browsers that block storage reject this.
      const endpoint = await findEndpoint().catch(() => undefined)
      return endpoint === undefined
        ? { obstacle: 'unsupported' as const, endpoint: null }
        : { obstacle: pushObstacle(hasServiceWorker), endpoint }
    },
    staleTime: 0,
    refetchOnWindowFocus: true, // the member may have changed the browser’s settings
  })
}

/** Turns on push notifications in this browser. @returns false if the member denied permission */
export const useTurnOn = () =>
  usePushChange(async (serverKey: string) => {
    const subscription = await subscribe(serverKey)
    if (!subscription) return false
    await call(addPushDevice, { body: subscription })
    recordEndpoint(subscription.endpoint)
    return true
  })

/** Removes a device. @param isOwn whether it is this browser */
export const useRemoveDevice = () =>
  usePushChange(async ({ device: { id }, isOwn }: { device: PushDevice; isOwn: boolean }) => {
    await call(removePushDevice, { params: { id } })
    if (isOwn) await unsubscribe()
  })

function usePushChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const cache = useQueryClient()
  const refetch = useRefetch(getPushDevices)
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await Promise.all([refetch(), cache.invalidateQueries({ queryKey: browserKey })])
    },
  })
}
