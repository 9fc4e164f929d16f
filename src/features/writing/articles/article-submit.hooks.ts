import * as z from 'zod/mini'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { tryToDiscard } from '#features/writing/autosave/draft-requests.hooks.ts'
import type { Autosaver } from '#features/writing/autosave/autosaver.hooks.ts'
import { isSameWriting, type Writing } from '#features/writing/autosave/article-writing.hooks.ts'
import { publishedWriting } from '#features/writing/autosave/load-article.hooks.ts'
import { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import { draftsQuery } from '#features/writing/drafts/drafts.hooks.ts'
import { idempotencyHeader, type Post, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { NewArticle } from '#features/writing/posts/new-posts.contract.ts'
import { patchPost, postQuery, presentPost, refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { ApiError, isRefusal } from '#web/api.ts'
import { call } from '#web/call.ts'
import { type Faults, faultsIn } from '#web/use-form.ts'

/** The outcome of pressing Publish or Update. */
export type Outcome =
  | { is: 'done'; post: Post; wasNew: boolean }
  | { is: 'faulty'; faults: Faults }
  /** Someone else changed the article. `present`: the current version. */
  | { is: 'conflicting'; present: Post }
  /** The member must first choose between two versions of the draft. */
  | { is: 'undecided' }
  /** The draft was already published with different text; this text becomes a new draft. */
  | { is: 'published-before'; postId: number | null }
  /** The article has been deleted; the text becomes a draft of a new one. */
  | { is: 'deleted' }
  | { is: 'failed'; reason: unknown }

/** Publishes or updates the article. If a response was lost, a retry does not publish twice. */
export function useSubmit(saver: Autosaver) {
  const cache = useQueryClient()
  const [isPending, setPending] = useState(false)

  async function submit(): Promise<Outcome> {
    const { writing } = saver.state()
    const { details, ...text } = writing
    const input = NewArticle.safeParse({ isLongForm: true, ...text, ...details })
    if (!input.success) return { is: 'faulty', faults: faultsIn(input.error.issues) }
    setPending(true)
    try {
      if (!(await saver.lock())) return { is: 'undecided' }
      const { title, content, categoryId } = input.data
      return await sendWriting({ title, content, categoryId, details: ArticleDetails.parse(input.data) })
    } finally {
      saver.unlock()
      setPending(false)
    }
  }

  async function sendWriting(writing: Writing): Promise<Outcome> {
    const { postId, baseUpdatedAt, key } = saver.state()
    try {
      const post = postId === null ? await publish(key, writing) : await update(postId, writing, baseUpdatedAt)
      if (!matches(post, writing)) return renewed({ is: 'published-before', postId: post.id })
      return done(post, postId === null)
    } catch (reason) {
      const present = presentPost(reason)
      if (present && matches(present, writing)) return done(present, false)
      if (present) return { is: 'conflicting', present }
      const faults = refusedFields(reason)
      if (faults) return { is: 'faulty', faults }
      if (isRefusal(reason, 410) && postId === null) return renewed({ is: 'published-before', postId: null })
      if (isRefusal(reason, 410) || isRefusal(reason, 404)) {
        saver.orphan()
        return { is: 'deleted' }
      }
      return { is: 'failed', reason }
    }
  }

  function renewed(outcome: Outcome): Outcome {
    saver.moveToNewDraft()
    return outcome
  }

  function done(post: Post, wasNew: boolean): Outcome {
    const { key } = saver.state()
    saver.finish()
    void tryToDiscard(key).then(() => cache.invalidateQueries(draftsQuery))
    cache.setQueryData(postQuery(post.id).queryKey, post)
    patchPost(cache, post.id, post)
    void refetchPosts(cache)
    return { is: 'done', post, wasNew }
  }

  return { submit, isPending }
}

const publish = (key: string, writing: Writing): Promise<Post> =>
  call(publishPost, { body: bodyOf(writing) }, { headers: { [idempotencyHeader]: key } })

const update = (id: number, writing: Writing, updatedAt: string | null): Promise<Post> =>
  call(updatePost, { params: { id }, body: { ...bodyOf(writing), ...(updatedAt !== null && { updatedAt }) } })

const bodyOf = ({ details, ...text }: Writing) => ({ ...text, ...details, isLongForm: true as const })

const Refusal = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })

/** Returns the errors for the fields that the server rejected, such as a slug that is taken; null for other errors. */
function refusedFields(reason: unknown): Faults | null {
  if (!isRefusal(reason, 400)) return null
  const { success, data } = Refusal.safeParse(JSON.parse(reason.body))
  return success ? faultsIn(data.issues.map(({ path, message }) => ({ path: path.split('.'), message }))) : null
}

/** Reports whether the post has this text. Ignores an address or part number that the author did not choose. */
function matches(post: Post, { details, ...text }: Writing): boolean {
  const slug = details.slug ?? post.slug
  const series = details.series && { ...details.series, part: details.series.part ?? post.series?.part ?? null }
  return isSameWriting(publishedWriting(post), { ...text, details: { ...details, slug, series } })
}

/** Reports whether the failure comes from the server or the network. Anything else is a bug. */
export const isFromServer = (reason: unknown): boolean =>
  reason instanceof ApiError || reason instanceof TypeError || reason instanceof DOMException
