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

/** Loads a page of mentions. Keeps showing the previous page while the next one loads. */
export const useWebmentions = (postId: number, page: number) =>
  useQuery({ ...webmentionsQuery(postId, page), placeholderData: keepPreviousData })

/** Refreshes the profile of a mention's Bluesky author and refetches the post's mentions. */
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

/** Refreshes the profiles of all Bluesky authors. */
export const useBlueskyReset = () => useMutation({ mutationFn: () => call(refreshBlueskyAuthors, {}) })
