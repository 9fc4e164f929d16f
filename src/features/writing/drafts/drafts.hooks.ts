import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { discardDraft, getDrafts } from './drafts.contract.ts'

/** Must be invalidated after a draft is saved or published. */
export const draftsQuery = queryOf(getDrafts, {})

/** Returns the signed-in member's drafts. */
export const useDrafts = () => useQuery(draftsQuery)

/** Deletes a draft and removes it from the list. */
export function useDiscardDraft() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => call(discardDraft, { params: { key } }),
    onSuccess: async (_answer, gone) => {
      await cache.cancelQueries(draftsQuery)
      cache.setQueryData(draftsQuery.queryKey, (list) => list && { drafts: list.drafts.filter((d) => d.key !== gone) })
    },
  })
}
