import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, queryIfThere } from '#web/call.ts'
import { getSentWebmentions, isUnderWay, resendWebmentions } from './sent-webmentions.contract.ts'

const mentionsPerPage = 50
/** While something is under way; and else, since a change of the post is looked at a moment after it. */
const refetchMs = { soon: 3000, later: 10_000 }

/** A page of what the sites were told that a post links to; null when there is no such post, or it is not the viewer's.
 *  It is read anew by itself. */
export const useSentWebmentions = (postId: number, page: number) =>
  useQuery({
    ...queryIfThere(getSentWebmentions, { params: { id: postId }, query: { page, limit: mentionsPerPage } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.mentions.some(isUnderWay) ? refetchMs.soon : refetchMs.later),
  })

/** Sends one mention of the post again, or all. */
export function useResend(postId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id?: number) => call(resendWebmentions, { params: { id: postId }, body: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(getSentWebmentions, { params: { id: postId } }) }),
  })
}
