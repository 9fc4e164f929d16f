import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { vi } from 'vitest'
import type { Draft, DraftInput } from '#features/writing/drafts/drafts.contract.ts'
import { ApiError } from '#web/api.ts'
import { statusOf } from '#features/writing/autosave/autosave-state.hooks.ts'
import { listCopies } from '#features/writing/autosave/local-copies.hooks.ts'
import { Autosaver } from '#features/writing/autosave/autosaver.hooks.ts'
import { initialArticleOf, type Sources } from '#features/writing/autosave/initial-article.hooks.ts'
import { emptyWriting, type Writing } from '#features/writing/autosave/article-writing.hooks.ts'

export const key = '0'.repeat(32)
export const user = 'user-1'
interface Sent {
  key: string
  input: DraftInput
  isLast: boolean
}

/** An editor with a server that saves drafts as the real one does, unless `refuse` returns an error. */
export function write(sources: Partial<Sources> = {}) {
  const sent: Sent[] = []
  const server = {
    draft: sources.draft ?? null,
    refuse: null as (() => unknown) | null,
    /** The server saves, but its response is lost. */
    losesAnswers: false,
    slowMs: 0,
  }
  const put = async (key: string, input: DraftInput, isLast: boolean): Promise<Draft> => {
    sent.push({ key, input, isLast })
    if (server.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, server.slowMs))
    if (server.refuse) throw server.refuse()
    const before = server.draft
    if (before && before.updatedAt !== input.updatedAt && !isSame(before, input)) throw conflict(before)
    server.draft = draftOf(input, key)
    if (server.losesAnswers) throw new TypeError('Failed to fetch')
    return server.draft
  }
  const initial = initialArticleOf({
    freshKey: key,
    postId: null,
    start: emptyWriting,
    startedAt: null,
    draft: null,
    copies: listCopies(user),
    ...sources,
  })
  const saver = new Autosaver(user, initial, put)
  saver.start()
  return {
    saver,
    server,
    sent,
    initial,
    type: (content: string) => saver.change({ content }),
    status: () => statusOf(saver.state())?.text ?? null,
    texts: () => sent.map(({ input }) => input.content),
    copies: () => listCopies(user).map(({ writing }) => writing.content),
  }
}

const isSame = (draft: Draft, input: Writing) => draft.content === input.content && draft.title === input.title

function draftOf(input: DraftInput, key: string): Draft {
  const now = new Date().toISOString()
  return { ...input, key, createdAt: now, updatedAt: now }
}

export const aDraft = (content: string, part: Partial<Draft> = {}): Draft => ({
  key,
  title: '',
  content,
  categoryId: null,
  details: noDetails,
  postId: null,
  baseUpdatedAt: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  ...part,
})

const conflict = (draft: Draft) => new ApiError(409, JSON.stringify({ message: 'It has changed', draft }))
export const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
