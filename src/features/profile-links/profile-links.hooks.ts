import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { read, send } from '#web/api.ts'
import { type LinkInput, ownLinksPath, ProfileLinks, profileLinksPath } from './profile-links.contract.ts'

export const profileLinksQuery = (userId: number) => read(profileLinksPath(userId), ProfileLinks)

export const useProfileLinks = (userId: number) => useQuery(profileLinksQuery(userId))

/** Replaces the member's own links; they are shown as the server keeps them. */
export function useSaveLinks(userId: number) {
  const cache = useQueryClient()
  const { queryKey } = profileLinksQuery(userId)
  return useMutation({
    mutationFn: async (links: LinkInput[]) => {
      const saved = await send('PUT', ownLinksPath, ProfileLinks, { links })
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, saved)
    },
  })
}
