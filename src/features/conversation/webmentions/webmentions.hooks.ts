import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, queryOf } from '#web/call.ts'
import {
  getWebmentions,
  refreshBlueskyAuthor,
  refreshBlueskyAuthors,
  type Webmention,
  type WebmentionList,
  webmentionsPerPage,
} from './webmentions.contract.ts'

export const webmentionsQuery = (postId: number, page: number) =>
  queryOf(getWebmentions, { params: { id: postId }, query: { page, limit: webmentionsPerPage } })

/** A page of what other sites say. While another one is fetched, the one before stays in sight. */
export const useWebmentions = (postId: number, page: number) =>
  useQuery({ ...webmentionsQuery(postId, page), placeholderData: keepPreviousData })

/** Reads anew from Bluesky who wrote the mention; what else they wrote under the post follows. */
export function useBlueskyRefresh(postId: number) {
  const cache = useQueryClient()
  const queryKey = keyOf(getWebmentions, { params: { id: postId } })
  return useMutation({
    mutationFn: (id: number) => call(refreshBlueskyAuthor, { params: { id } }),
    onSuccess: ({ updatedWebmention: updated }) => {
      cache.setQueriesData<WebmentionList>({ queryKey }, (list) => list && withUpdated(list, updated))
      void cache.invalidateQueries({ queryKey })
    },
  })
}

const withUpdated = (list: WebmentionList, updated: Webmention): WebmentionList => ({
  ...list,
  webmentions: list.webmentions.map((one) => (one.id === updated.id ? updated : one)),
})

/** Has everybody on Bluesky read anew. */
export const useBlueskyReset = () => useMutation({ mutationFn: () => call(refreshBlueskyAuthors, {}) })
