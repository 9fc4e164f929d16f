import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { getSetup, saveSkippedSteps, type SetupStep } from './setup.contract.ts'

const setupQuery = queryOf(getSetup, {})

/** Loads which steps are done, again whenever the page is shown. */
export const useSetup = () => useQuery({ ...setupQuery, refetchOnMount: 'always' })

/** Chooses which steps to skip. */
export function useSkipSteps() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (skipped: SetupStep[]) => call(saveSkippedSteps, { body: { skipped } }),
    onSuccess: (setup) => cache.setQueryData(setupQuery.queryKey, setup),
  })
}
