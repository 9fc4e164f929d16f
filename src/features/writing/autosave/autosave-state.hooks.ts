import { t } from '#messages/messages.ts'
import type { Draft, DraftInput } from '#features/writing/drafts/drafts.contract.ts'
import type { InitialArticle } from './initial-article.hooks.ts'
import { hasText, isSameWriting, type Writing } from './article-writing.hooks.ts'

// The state machine that saves an unpublished article. It is pure: it uses no clock, network, or DOM.

/** The save status. */
export type Phase =
  | { is: 'idle' }
  | { is: 'sending'; writing: Writing; baseUpdatedAt: string | null }
  /** The save failed and will be retried. `at`: when it failed, in milliseconds. */
  | { is: 'failing'; at: number }
  /** The server rejected the text. Nothing is sent until it changes. */
  | { is: 'refused'; message: string }
  /** Another window saved this draft, or another draft of the same article. */
  | { is: 'conflicting'; theirs: Draft }
  /** Another window published the draft. `postId`: null if the post has since been deleted. */
  | { is: 'published'; postId: number | null }
  /** Nothing is sent while the article is being published. */
  | { is: 'locked' }
  /** The article has been published, updated, or deleted. */
  | { is: 'finished' }

export type FailureCause = 'offline' | 'busy' | 'signed-out'

export interface Autosave {
  key: string
  postId: number | null
  baseUpdatedAt: string | null
  writing: Writing
  saved: { writing: Writing; baseUpdatedAt: string | null; updatedAt: string | null }
  phase: Phase
  /** The times of the first and last unsent changes; null if there are none. */
  changed: { firstAt: number; lastAt: number } | null
  /** When the author last changed something, in milliseconds. */
  writtenAt: number
  /** Fingerprints of the last versions sent, to recognize them when the server reports a conflict. */
  sent: number[]
  /** Why the last requests failed, and how many failed in a row. */
  failure: { cause: FailureCause; tries: number } | null
  /** A response was lost, so the server may have saved the text. */
  isUnconfirmed: boolean
}

export type AutosaveEvent =
  | { type: 'changed'; part: Partial<Writing>; at: number }
  | { type: 'rebased'; baseUpdatedAt: string; at: number }
  | { type: 'sending' }
  | { type: 'saved'; draft: Draft }
  | { type: 'failed'; cause: FailureCause; at: number }
  | { type: 'refused'; message: string }
  | { type: 'conflicted'; theirs: Draft; at: number }
  | { type: 'published'; postId: number | null }
  /** The article that the draft changes has been deleted. */
  | { type: 'orphaned'; at: number }
  | { type: 'moved'; key: string; at: number }
  | { type: 'reverted'; key: string; writing: Writing; baseUpdatedAt: string }
  | { type: 'resolved'; keep: 'mine' | 'theirs'; at: number }
  | { type: 'resumed'; at: number }
  | { type: 'locked' }
  | { type: 'unlocked'; at: number }
  | { type: 'finished' }

export function initialState(
  { key, postId, writing, baseUpdatedAt, saved, sent, restored, theirs }: InitialArticle,
  at: number,
) {
  const state: Autosave = {
    key,
    postId,
    baseUpdatedAt,
    writing,
    saved: { ...saved, baseUpdatedAt },
    phase: theirs ? { is: 'conflicting', theirs } : { is: 'idle' },
    changed: restored ? { firstAt: at, lastAt: at } : null,
    writtenAt: restored?.at ?? at,
    sent,
    failure: null,
    isUnconfirmed: false,
  }
  return state
}

/** Reports whether the server may lack the text in the editor. */
export function isUnsaved({ writing, baseUpdatedAt, saved, isUnconfirmed, phase }: Autosave): boolean {
  if (phase.is === 'finished') return false
  if (isSameWriting(writing, saved.writing) && !isUnconfirmed) {
    return saved.updatedAt !== null && baseUpdatedAt !== saved.baseUpdatedAt
  }
  return saved.updatedAt !== null || isUnconfirmed || hasText(writing)
}

const debounceMs = 1000
const maxDelayMs = 10_000
const retryMs = { offline: 2000, busy: 15_000, 'signed-out': 30_000 }
const maxRetryMs = { offline: 30_000, busy: 60_000, 'signed-out': 30_000 }

/** Returns when to send the text, in milliseconds; null if there is nothing to send or sending is blocked. */
export function nextSendAt(state: Autosave): number | null {
  const { phase, changed, failure } = state
  if (!isUnsaved(state)) return null
  if (phase.is === 'idle') return changed ? Math.min(changed.lastAt + debounceMs, changed.firstAt + maxDelayMs) : 0
  if (phase.is !== 'failing' || !failure) return null
  return phase.at + Math.min(retryMs[failure.cause] * 2 ** (failure.tries - 1), maxRetryMs[failure.cause])
}

export const inputOf = ({ writing, postId, baseUpdatedAt, saved }: Autosave): DraftInput => ({
  ...writing,
  postId,
  baseUpdatedAt,
  updatedAt: saved.updatedAt,
})

export interface SaveStatus {
  state: 'saved' | 'saving' | 'offline' | 'unsaved'
  text: string
}

/** Returns the status for the editor; null if there is none. */
export function statusOf(state: Autosave): SaveStatus | null {
  const { phase, saved, failure } = state
  if (phase.is === 'conflicting') return unsaved(t('Not saved – there is another version'))
  if (phase.is === 'published') return unsaved(t('Not saved – already published'))
  if (!isUnsaved(state)) return saved.updatedAt === null ? null : { state: 'saved', text: t('Saved') }
  if (phase.is === 'refused') return unsaved(t('Not saved – {message}', { message: phase.message }))
  return failure ? failureStatus[failure.cause] : { state: 'saving', text: t('Saving…') }
}

const unsaved = (text: string): SaveStatus => ({ state: 'unsaved', text })

const failureStatus: Record<FailureCause, SaveStatus> = {
  offline: { state: 'offline', text: t('Not saved – offline') },
  busy: unsaved(t('Not saved – too many saves, trying again soon')),
  'signed-out': unsaved(t('Not saved – sign in again')),
}
