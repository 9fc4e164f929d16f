import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { getTalks, replaceTalks, type Talk } from './talks.contract.ts'

export const talksQuery = (userId: number) => queryOf(getTalks, { params: { id: userId } })

export const useTalks = (userId: number) => useQuery(talksQuery(userId))

/** Saves the member's own talks and shows the server's version of them. */
export function useSaveTalks(userId: number) {
  const cache = useQueryClient()
  const { queryKey } = talksQuery(userId)
  return useMutation({
    mutationFn: async (talks: Talk[]) => {
      const saved = await call(replaceTalks, { body: { talks } })
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, saved)
    },
  })
}
