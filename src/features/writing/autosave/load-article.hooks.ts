import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Draft, getDraft, getDrafts } from '#features/writing/drafts/drafts.contract.ts'
import { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { isRefusal } from '#web/api.ts'
import { call, keyOf } from '#web/call.ts'
import { type StoredCopy, listCopies } from './local-copies.hooks.ts'
import { findDraftOf, publishedPostId } from './draft-requests.hooks.ts'
import { type InitialArticle, initialArticleOf } from './initial-article.hooks.ts'
import { hasText, newDraftKey, emptyWriting, type Writing } from './article-writing.hooks.ts'

/** The status of loading an editor's initial text. */
export type ArticleLoad =
  | { is: 'loading' }
  | { is: 'ready'; initial: InitialArticle }
  /** The draft exists neither in this browser nor on the server. */
  | { is: 'missing' }
  /** The draft has been published. `postId`: null if the post has been deleted. */
  | { is: 'published'; postId: number | null }
  | { is: 'failed'; reason: unknown; retry: () => void }

const once = { gcTime: 0, staleTime: Infinity, refetchOnMount: false } as const

/** Loads a new article. `isFresh`: the draft's key was just generated. */
export function useNewArticle(userId: string, key: string, isFresh: boolean): ArticleLoad {
  const { data, error, refetch } = useQuery({
    queryKey: ['edit', ...keyOf(getDraft, { params: { key } })],
    queryFn: () => findDraft(key),
    enabled: !isFresh,
    ...once,
  })
  const [copies] = useState(() => listCopies(userId).filter(({ draftKey }) => draftKey === key))
  const sources = { freshKey: key, postId: null, start: emptyWriting, startedAt: null, copies }
  const initial = useFirstValue(
    isFresh || data?.draft || ((data || error) && copies.length > 0)
      ? () => initialArticleOf({ ...sources, draft: isFresh ? null : error ? undefined : data?.draft })
      : null,
  )
  if (initial) return { is: 'ready', initial }
  if (error) return { is: 'failed', reason: error, retry: () => void refetch() }
  if (!data) return { is: 'loading' }
  return data.postId === undefined ? { is: 'missing' } : { is: 'published', postId: data.postId }
}

/** Loads a published article for editing. */
export function useArticleEdit(userId: string, post: Post): ArticleLoad {
  const { data, error, refetch } = useQuery({
    queryKey: ['edit', ...keyOf(getDrafts, {}), post.id],
    queryFn: () => findDraftOf(post.id),
    ...once,
  })
  const [copies] = useState(() => listCopies(userId).filter(({ postId }) => postId === post.id))
  const initial = useFirstValue(
    data !== undefined || (error && copies.length > 0)
      ? () =>
          initialArticleOf({
            freshKey: newDraftKey(),
            postId: post.id,
            start: publishedWriting(post),
            startedAt: post.updatedAt,
            draft: data,
            copies,
          })
      : null,
  )
  if (initial) return { is: 'ready', initial }
  return error ? { is: 'failed', reason: error, retry: () => void refetch() } : { is: 'loading' }
}

export const publishedWriting = (post: Post): Writing => ({
  title: post.title ?? '',
  content: post.content,
  categoryId: post.categoryId,
  details: ArticleDetails.parse(post),
})

/** Returns the new articles that are stored only in this browser, newest first, one per draft. */
export function listUnsavedArticles(userId: string): StoredCopy[] {
  const seen = new Set<string>()
  return listCopies(userId).filter(({ draftKey, postId, writing }) => {
    const isUnsaved = postId === null && hasText(writing) && !seen.has(draftKey)
    seen.add(draftKey)
    return isUnsaved
  })
}

interface Found {
  draft: Draft | null
  /** The id of the post that the draft was published as; undefined if the draft was not published. */
  postId?: number | null
}

async function findDraft(key: string): Promise<Found> {
  try {
    return { draft: await call(getDraft, { params: { key } }) }
  } catch (reason) {
    const postId = publishedPostId(reason)
    if (postId !== undefined) return { draft: null, postId }
    if (isRefusal(reason, 404)) return { draft: null }
    throw reason
  }
}

/** Returns the first value that can be computed, and never recomputes it. */
function useFirstValue<Value>(make: (() => Value) | null): Value | null {
  const [value, setValue] = useState<Value | null>(null)
  if (value !== null || !make) return value
  const first = make()
  setValue(first)
  return first
}
