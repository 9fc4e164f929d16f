import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Draft, getDraft, getDrafts } from '#features/writing/drafts/drafts.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { isRefusal } from '#web/api.ts'
import { call, keyOf } from '#web/call.ts'
import { type FoundCopy, listCopies } from './local-copies.hooks.ts'
import { getDraftOf, publishedAs } from './draft-requests.hooks.ts'
import { type Opening, openingOf } from './initial-article.hooks.ts'
import { hasWords, newDraftKey, nothingWritten, type Writing } from './article-writing.hooks.ts'

/** How an editor begins. */
export type Start =
  | { is: 'loading' }
  | { is: 'ready'; opening: Opening }
  /** Neither here nor on the server is there such a draft. */
  | { is: 'missing' }
  /** The draft has become that post; null: which has been deleted. */
  | { is: 'published'; postId: number | null }
  | { is: 'failed'; reason: unknown; retry: () => void }

const once = { gcTime: 0, staleTime: Infinity, refetchOnMount: false } as const

/** A new article. `isFresh`: the draft's key was made up just now. */
export function useNewArticle(userId: string, key: string, isFresh: boolean): Start {
  const { data, error, refetch } = useQuery({
    queryKey: ['edit', ...keyOf(getDraft, { params: { key } })],
    queryFn: () => findDraft(key),
    enabled: !isFresh,
    ...once,
  })
  const [copies] = useState(() => listCopies(userId).filter(({ draftKey }) => draftKey === key))
  const sources = { freshKey: key, postId: null, start: nothingWritten, startedAt: null, copies }
  const opening = useFirst(
    isFresh || data?.draft || ((data || error) && copies.length > 0)
      ? () => openingOf({ ...sources, draft: isFresh ? null : error ? undefined : data?.draft })
      : null,
  )
  if (opening) return { is: 'ready', opening }
  if (error) return { is: 'failed', reason: error, retry: () => void refetch() }
  if (!data) return { is: 'loading' }
  return data.postId === undefined ? { is: 'missing' } : { is: 'published', postId: data.postId }
}

/** A change to an article. */
export function useArticleEdit(userId: string, post: Post): Start {
  const { data, error, refetch } = useQuery({
    queryKey: ['edit', ...keyOf(getDrafts, {}), post.id],
    queryFn: () => getDraftOf(post.id),
    ...once,
  })
  const [copies] = useState(() => listCopies(userId).filter(({ postId }) => postId === post.id))
  const opening = useFirst(
    data !== undefined || (error && copies.length > 0)
      ? () =>
          openingOf({
            freshKey: newDraftKey(),
            postId: post.id,
            start: publishedWriting(post),
            startedAt: post.updatedAt,
            draft: data,
            copies,
          })
      : null,
  )
  if (opening) return { is: 'ready', opening }
  return error ? { is: 'failed', reason: error, retry: () => void refetch() } : { is: 'loading' }
}

export const publishedWriting = ({ title, content, categoryId }: Post): Writing => ({
  title: title ?? '',
  content,
  categoryId,
})

/** New articles of which words stand in this browser alone, newest first, one for each draft. */
export function unsavedArticles(userId: string): FoundCopy[] {
  const seen = new Set<string>()
  return listCopies(userId).filter(({ draftKey, postId, writing }) => {
    const isNews = postId === null && hasWords(writing) && !seen.has(draftKey)
    seen.add(draftKey)
    return isNews
  })
}

interface Found {
  draft: Draft | null
  /** Which post it was published as; undefined: it was not. */
  postId?: number | null
}

async function findDraft(key: string): Promise<Found> {
  try {
    return { draft: await call(getDraft, { params: { key } }) }
  } catch (reason) {
    const postId = publishedAs(reason)
    if (postId !== undefined) return { draft: null, postId }
    if (isRefusal(reason, 404)) return { draft: null }
    throw reason
  }
}

/** The first value that can be made stays. */
function useFirst<Value>(make: (() => Value) | null): Value | null {
  const [value, setValue] = useState<Value | null>(null)
  if (value !== null || !make) return value
  const first = make()
  setValue(first)
  return first
}
