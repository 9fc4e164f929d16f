import {
  hashKey,
  keepPreviousData,
  type Query,
  queryOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { defaultLimit, maxLimit, totalPagesOf } from '#schemas/paging.contract.ts'
import {
  getFollowers,
  getFollowing,
  getUser,
  getUserByUsername,
  getUsers,
  getViewer,
} from '#features/people/profiles/profiles.contract.ts'
import { ApiError, isRefusal } from '#web/api.ts'
import { call, keyOf, orNull, queryIfThere, queryOf, readsOf } from '#web/call.ts'
import { fieldsIn } from '#web/json-fields.ts'
import type { PostDraft } from './draft.hooks.ts'
import {
  deletePost,
  getArticle,
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

/** The feed's filters. */
export interface Feed {
  page: number
  /** `following`: posts by members whom the signed-in member follows. */
  type?: 'popular' | 'following' | undefined
  categoryId?: number | undefined
  tag?: string | undefined
}

export const postListQuery = ({ page, type, categoryId, tag }: Feed) =>
  queryOf(getPosts, { query: { page, limit: defaultLimit, type, categoryId, tag } })

/** Returns a page of the feed. While another page is loading, the previous one stays visible. */
export const usePostList = (feed: Feed) => useQuery({ ...postListQuery(feed), placeholderData: keepPreviousData })

/** The newest unlisted posts of the signed-in member. */
export const useUnlistedPosts = () =>
  useQuery(queryOf(getPosts, { query: { page: 1, limit: maxLimit, type: 'unlisted' } }))

/** A post; null if it does not exist or was deleted. */
export const postQuery = (id: number) => queryIfThere(getPost, { params: { id } })
export const usePost = (id: number) => useQuery(postQuery(id))

/** The id of the post at an article's address; null if there is none. Also loads the post. */
export const articleIdQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf(getArticle, { params: { slug } }),
    queryFn: async ({ client }): Promise<number | null> => {
      const post = await orNull(call(getArticle, { params: { slug } }))
      if (post) client.setQueryData(postQuery(post.id).queryKey, post)
      return post && post.id
    },
  })

/** Returns the post for editing. Always fetched, because preloaded posts have no Markdown. */
export const usePostToEdit = (id: number) =>
  useQuery({ ...postQuery(id), queryKey: ['edit', ...postQuery(id).queryKey], gcTime: 0 })

/** Publishes a new post. If the response was lost, a retry returns the first post, or throws a 409 if the text has
 *  changed since, because that post does not contain the changes. */
export function useCreatePost() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ key, content, categoryId }: PostDraft) => {
      const headers = key === undefined ? {} : { [idempotencyHeader]: key }
      const post = await call(publishPost, { body: { content, categoryId, isLongForm: false } }, { headers })
      await addPost(cache, post)
      if (post.content === content && post.categoryId === categoryId) return post
      throw new ApiError(409, JSON.stringify({ message: publishedBefore }))
    },
  })
}

const publishedBefore = t(
  'This post has already been published, but without your latest changes. Edit the published post, or press Post to publish this text as well.',
)

/** Saves an edited post. `updatedAt`: the version that the edit is based on; 409 if there is a newer one. */
export function useUpdatePost(id: number) {
  const cache = useQueryClient()
  return useChange(async (change: PostDraft & { updatedAt: string }) => {
    const post = await call(updatePost, { params: { id }, body: change })
    patchPost(cache, id, post)
    return post
  })
}

export const useDeletePost = (id: number) => useChange(() => call(deletePost, { params: { id } }))

/** Renders Markdown as it would be published. */
export const previewOf = (content: string, form: Omit<PreviewInput, 'content'> = {}): Promise<Preview> =>
  call(previewPost, { body: { content, ...form } })

/** Returns the current post from an edit conflict error, or null for other errors. */
export function presentPost(reason: unknown): Post | null {
  if (!isRefusal(reason, 409)) return null
  const { post } = fieldsIn(reason.body)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the additional field in a conflict response
  return post === undefined ? null : (post as Post)
}

/** Puts a new post at the top of cached lists of the newest posts, and refetches all other lists. Cancels earlier
 *  fetches, which could overwrite the post. */
async function addPost(cache: QueryClient, post: Post): Promise<void> {
  const newest = [{ page: 1 }, { page: 1, categoryId: post.categoryId }]
    .map((feed) => postListQuery(feed).queryKey)
    .filter((queryKey) => cache.getQueryData(queryKey) !== undefined)
  await Promise.all(newest.map((queryKey) => cache.cancelQueries({ queryKey, exact: true })))
  for (const key of newest) cache.setQueryData(key, (list) => list && withNewest(list, post))
  const updated = new Set(newest.map(hashKey))
  void cache.invalidateQueries({
    predicate: (query) => listReads.predicate(query) && !updated.has(query.queryHash),
  })
}

function withNewest(list: PostList, post: Post): PostList {
  if (list.posts.some(({ id }) => id === post.id)) return list
  const total = list.total + 1
  const posts = [post, ...list.posts].slice(0, defaultLimit)
  return { ...list, posts, total, totalPages: totalPagesOf(total, defaultLimit) }
}

/** Updates a post wherever it is cached. */
export function patchPost(cache: QueryClient, id: number, change: Partial<Post>): void {
  const patched = (post: Post): Post => (post.id === id ? { ...post, ...change } : post)
  cache.setQueryData(postQuery(id).queryKey, (post) => post && patched(post))
  cache.setQueriesData<PostList>(
    readsOf(getPosts, getPostsBy),
    (list) => list && { ...list, posts: list.posts.map(patched) },
  )
}

/** Removes the member's posts from all cached pages of the feed. Other lists are left unchanged. */
export const removeFromFeed = (cache: QueryClient, userId: number) =>
  cache.setQueriesData<PostList>(
    { queryKey: keyOf(getPosts, {}), predicate: isFeedList },
    (list) => list && { ...list, posts: list.posts.filter(({ user }) => user.id !== userId) },
  )

const isFeedList = ({ queryKey: [, query] }: Query): boolean =>
  typeof query !== 'object' || query === null || isFeed(query)

/** Refetches profiles, which have counts, and lists of members and posts. Those not on screen are marked as stale.
 *  Source: docs/product.md, Calls. */
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
