import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { discardDraft, getDrafts } from './drafts.contract.ts'

/** To be invalidated by whoever saves or publishes a draft. */
export const draftsQuery = queryOf(getDrafts, {})

/** The drafts of the member who is signed in. */
export const useDrafts = () => useQuery(draftsQuery)

/** Discards a draft for good; the list goes on without it. */
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
