import * as z from 'zod/mini'
import {
  keepPreviousData,
  type Query,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import {
  getFollowers,
  getFollowing,
  getUser,
  getUserByUsername,
  getUsers,
  getViewer,
} from '#features/people/profiles/profiles.contract.ts'
import { ApiError, isRefusal } from '#web/api.ts'
import { call, keyOf, queryIfThere, queryOf, readsOf } from '#web/call.ts'
import type { PostDraft } from './draft.hooks.ts'
import {
  deletePost,
  getPost,
  getPosts,
  getPostsBy,
  idempotencyHeader,
  isFeed,
  Post,
  type PostList,
  type Preview,
  type PreviewInput,
  previewPost,
  publishPost,
  updatePost,
} from './posts.contract.ts'

/** Which posts of the feed. */
export interface Feed {
  page: number
  /** `following`: by those whom the member follows who is signed in. */
  type?: 'popular' | 'following' | undefined
  categoryId?: number | undefined
}

export const postListQuery = ({ page, type, categoryId }: Feed) =>
  queryOf(getPosts, { query: { page, limit: defaultLimit, type, categoryId } })

/** A page of the feed. While another one is fetched, the one before stays in sight. */
export const usePostList = (feed: Feed) => useQuery({ ...postListQuery(feed), placeholderData: keepPreviousData })

/** A post by itself; null when it is not there, or no more. */
export const postQuery = (id: number) => queryIfThere(getPost, { params: { id } })
export const usePost = (id: number) => useQuery(postQuery(id))

/** The post to be edited, read for that alone: what came with a page has no markdown. */
export const usePostToEdit = (id: number) =>
  useQuery({ ...postQuery(id), queryKey: ['edit', ...postQuery(id).queryKey], gcTime: 0 })

/** Publishes a new post. Tried again after an answer that was lost it answers the first post, and is refused (409) when
 *  that one has another text: what was written since is not in it. */
export function useCreatePost() {
  const cache = useQueryClient()
  return useChange(async ({ key, content, categoryId }: PostDraft) => {
    const headers = key === undefined ? {} : { [idempotencyHeader]: key }
    const post = await call(publishPost, { body: { content, categoryId, isLongForm: false } }, { headers })
    if (post.content === content && post.categoryId === categoryId) return post
    void refetchPosts(cache)
    throw new ApiError(409, JSON.stringify({ message: publishedBefore }))
  })
}

const publishedBefore =
  'This post was already published, without your last changes. Edit it there, or press Post to publish this text too.'

/** Saves an edited post. `updatedAt` is the version that the editor started from: 409 when it has moved on. */
export function useUpdatePost(id: number) {
  const cache = useQueryClient()
  return useChange(async (change: PostDraft & { updatedAt: string }) => {
    const post = await call(updatePost, { params: { id }, body: change })
    patchPost(cache, id, post)
    return post
  })
}

export const useDeletePost = (id: number) => useChange(() => call(deletePost, { params: { id } }))

/** The markdown as it would be published. */
export const previewOf = (content: string, form: Omit<PreviewInput, 'content'> = {}): Promise<Preview> =>
  call(previewPost, { body: { content, ...form } })

/** What a conflict answers beside its message. */
const EditConflict = z.object({ post: Post })

/** The post as it is now, from the refusal of a save that came too late; null for any other failure. */
export function presentPost(reason: unknown): Post | null {
  if (!isRefusal(reason, 409)) return null
  const conflict = EditConflict.safeParse(JSON.parse(reason.body))
  return conflict.success ? conflict.data.post : null
}

/** Changes a post wherever it has been read, so that no page shows it as it was. */
export function patchPost(cache: QueryClient, id: number, change: Partial<Post>): void {
  const patched = (post: Post): Post => (post.id === id ? { ...post, ...change } : post)
  cache.setQueryData(postQuery(id).queryKey, (post) => post && patched(post))
  cache.setQueriesData<PostList>(
    readsOf(getPosts, getPostsBy),
    (list) => list && { ...list, posts: list.posts.map(patched) },
  )
}

/** Takes the member's posts out of every page of the feed that has been read; other lists keep them. */
export const takeOutOfFeed = (cache: QueryClient, userId: number) =>
  cache.setQueriesData<PostList>(
    { queryKey: keyOf(getPosts, {}), predicate: isFeedList },
    (list) => list && { ...list, posts: list.posts.filter(({ user }) => user.id !== userId) },
  )

const isFeedList = ({ queryKey: [, query] }: Query): boolean =>
  typeof query !== 'object' || query === null || isFeed(query)

/** Refetches lists of members and posts, and profiles, which count them; those out of sight when they are next shown.
 *  Source: spec §7. */
export const refetchPosts = (cache: QueryClient): Promise<void> => cache.invalidateQueries(listReads)
const listReads = readsOf(
  getPosts,
  getPostsBy,
  getUsers,
  getFollowers,
  getFollowing,
  getUser,
  getUserByUsername,
  getViewer,
)

function useChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => refetchPosts(cache) })
}
