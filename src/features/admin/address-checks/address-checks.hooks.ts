import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import { type AddressCheck, type CheckQuery, getAddressCheck, startAddressCheck } from './address-checks.contract.ts'

const refreshMs = 1500
export type CheckPart = Pick<CheckQuery, 'page' | 'show'>

export const isUnderWay = ({ state }: Pick<AddressCheck, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** Loads the latest check with a page of its results, and refreshes them while the check is running. */
export const useAddressCheck = (part: CheckPart) =>
  useQuery({
    ...queryOf(getAddressCheck, { query: part }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.check && isUnderWay(data.check) ? refreshMs : false),
    placeholderData: keepPreviousData,
  })

/** Returns a function that starts a check. @throws ApiError */
export function useStartAddressCheck(): (source: string) => Promise<void> {
  const refetch = useRefetch(getAddressCheck)
  return async (source) => {
    await call(startAddressCheck, { body: { source } })
    await refetch()
  }
}
