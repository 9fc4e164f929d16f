import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { getSetup, saveSkippedSteps, type SetupStep } from './setup.contract.ts'

const setupQuery = queryOf(getSetup, {})

/** Loads which steps are done, again whenever the page is shown. */
export const useSetup = () => useQuery({ ...setupQuery, refetchOnMount: 'always' })

/** Returns a function that sets the skipped steps. */
export function useSaveSkippedSteps() {
  const cache = useQueryClient()
  return async (skipped: SetupStep[]): Promise<void> => {
    cache.setQueryData(setupQuery.queryKey, await call(saveSkippedSteps, { body: { skipped } }))
  }
}
