import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { getProfileLinks, type LinkInput, replaceProfileLinks } from './profile-links.contract.ts'

export const profileLinksQuery = (userId: number) => queryOf(getProfileLinks, { params: { id: userId } })

export const useProfileLinks = (userId: number) => useQuery(profileLinksQuery(userId))

/** Saves the member's own links and shows the server's version of them. */
export function useSaveLinks(userId: number) {
  const cache = useQueryClient()
  const { queryKey } = profileLinksQuery(userId)
  return useMutation({
    mutationFn: async (links: LinkInput[]) => {
      const saved = await call(replaceProfileLinks, { body: { links } })
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, saved)
    },
  })
}
