import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { call, queryIfThere, queryOf } from '#web/call.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { followTag, getFollowedTags, getTag, getTags, renameTag, unfollowTag } from './tags.contract.ts'

/** A tag; null if no post has it. */
export const tagQuery = (tag: string) => queryIfThere(getTag, { params: { tag } })
export const useTag = (tag: string) => useQuery(tagQuery(tag))

/** Tags suggested while typing. */
const suggestions = 8
/** Returns the most used tags that begin with the text. While others are loading, the previous ones stay visible. */
export function useTagSuggestions(text: string): string[] {
  const q = text.trim().replace(/^#/, '')
  const query = { page: 1, limit: suggestions, q: q === '' ? undefined : q }
  const { data } = useQuery({
    ...queryOf(getTags, { query }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return data?.tags.map(({ name }) => name) ?? []
}

/** Tags per page in the administrators' list. */
const tagsPerPage = 50
export interface TagsPart {
  page: number
  q: string
}
const listQuery = ({ page, q }: TagsPart) =>
  queryOf(getTags, { query: { page, limit: tagsPerPage, q: q === '' ? undefined : q } })

/** A page of all tags. While another page is loading, the previous one stays visible. */
export const useTagList = (part: TagsPart) => useQuery({ ...listQuery(part), placeholderData: keepPreviousData })

const followedQuery = queryOf(getFollowedTags, {})

/** Returns the tags that the signed-in member follows; undefined for visitors and until they have loaded. */
export function useFollowedTags(isNeeded = true) {
  const { data } = useQuery({ ...followedQuery, enabled: useSignedIn() && isNeeded })
  return data?.tags
}

/** Returns a function that follows or unfollows a tag. @throws ApiError */
export function useFollowTag(): (tag: string, isFollowing: boolean) => Promise<void> {
  const cache = useQueryClient()
  return async (tag, isFollowing) => {
    await call(isFollowing ? followTag : unfollowTag, { params: { tag } })
    await Promise.all([cache.invalidateQueries({ queryKey: followedQuery.queryKey }), refetchPosts(cache)])
  }
}

/** Returns a function that renames a tag, or merges it into an existing one. @throws ApiError */
export function useRenameTag(): (tag: string, name: string) => Promise<void> {
  const cache = useQueryClient()
  return async (tag, name) => {
    await call(renameTag, { params: { tag }, body: { name } })
    await cache.invalidateQueries()
  }
}
