import {
  keepPreviousData,
  type Query,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { patchPost, postQuery } from '#features/posts/posts.hooks.ts'
import { Nothing, read, send } from '#web/api.ts'
import {
  Comment,
  type CommentInput,
  CommentList,
  commentPath,
  commentsPath,
  commentsPerPage,
  type MemberCommentInput,
} from './comments.contract.ts'

export const commentsQuery = (postId: number, page: number) =>
  read(commentsPath(postId), CommentList, { page, limit: commentsPerPage })

/** A page of the comments. While another one is fetched, the one before stays in sight. */
export const useComments = (postId: number, page: number) =>
  useQuery({ ...commentsQuery(postId, page), placeholderData: keepPreviousData })

type Written = (CommentInput | MemberCommentInput) & { writingMs: number | undefined }

/** Sends a comment; one that is published at once is in the list then. */
export function useSubmitComment(postId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (comment: Written) =>
      send('POST', commentsPath(postId), Comment, { ...comment, source: location.href.slice(0, 2000) }),
    onSuccess: ({ published }) => published && refetchComments(cache, postId),
  })
}

export function useDeleteComment({ id, postId }: Pick<Comment, 'id' | 'postId'>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => send('DELETE', commentPath(id), Nothing),
    onSuccess: () => refetchComments(cache, postId),
  })
}

async function refetchComments(cache: QueryClient, postId: number): Promise<void> {
  const isOfPost = ({ queryKey: [path] }: Query) => path === commentsPath(postId)
  await cache.invalidateQueries({ predicate: isOfPost })
  const [first] = cache.getQueriesData<CommentList>({ predicate: isOfPost })
  const commentCount = first?.[1]?.total
  if (commentCount !== undefined && cache.getQueryData(postQuery(postId).queryKey))
    patchPost(cache, postId, { commentCount })
}
