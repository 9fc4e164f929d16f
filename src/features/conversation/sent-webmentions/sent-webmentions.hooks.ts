import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, queryIfThere } from '#web/call.ts'
import { getSentWebmentions, isUnderWay, resendWebmentions } from './sent-webmentions.contract.ts'

const mentionsPerPage = 50
/** Polls even while nothing is being sent (`later`), because a post's links are scanned shortly after it changes, not
 *  immediately. */
const refetchMs = { soon: 3000, later: 10_000 }

/** Loads and polls a page of the webmentions sent for a post. Null if the post does not exist or is not the
 *  viewer's. */
export const useSentWebmentions = (postId: number, page: number) =>
  useQuery({
    ...queryIfThere(getSentWebmentions, { params: { id: postId }, query: { page, limit: mentionsPerPage } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.mentions.some(isUnderWay) ? refetchMs.soon : refetchMs.later),
  })

/** Resends one or all of the post's webmentions. */
export function useResend(postId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id?: number) => call(resendWebmentions, { params: { id: postId }, body: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(getSentWebmentions, { params: { id: postId } }) }),
  })
}
