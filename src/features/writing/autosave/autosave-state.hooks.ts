import type { Draft, DraftInput } from '#features/writing/drafts/drafts.contract.ts'
import type { Opening } from './initial-article.hooks.ts'
import { hasWords, isSameWriting, type Writing } from './article-writing.hooks.ts'

// How an article under way gets to the server, as a machine without clock, network or screen.

/** What saving is at. */
export type Phase =
  | { is: 'resting' }
  | { is: 'sending'; writing: Writing; baseUpdatedAt: string | null }
  /** It is tried again. `at`: since when, in milliseconds. */
  | { is: 'failing'; at: number }
  /** Until something is changed. */
  | { is: 'refused'; message: string }
  /** Another window saved this draft, or another draft of the same article. */
  | { is: 'conflicting'; theirs: Draft }
  /** The draft has become a post in another window; null: which has been deleted since. */
  | { is: 'published'; postId: number | null }
  /** Nothing is sent: it is being published. */
  | { is: 'held' }
  /** The article is published, updated or deleted. */
  | { is: 'over' }

export type Trouble = 'offline' | 'busy' | 'signed-out'

export interface Autosave {
  key: string
  postId: number | null
  baseUpdatedAt: string | null
  writing: Writing
  saved: { writing: Writing; baseUpdatedAt: string | null; updatedAt: string | null }
  phase: Phase
  /** When the first and the last change came that no request has carried yet; null without any. */
  changed: { firstAt: number; lastAt: number } | null
  /** When the author last changed something, in milliseconds. */
  writtenAt: number
  /** Fingerprints of the last texts sent: what the server has of these is ours. */
  sent: number[]
  /** Why the last requests failed, and how many one after another. */
  trouble: { why: Trouble; tries: number } | null
  /** A request's answer was lost: the server may have that text. */
  isUnsure: boolean
}

export type AutosaveEvent =
  | { type: 'changed'; part: Partial<Writing>; at: number }
  | { type: 'rebased'; baseUpdatedAt: string; at: number }
  | { type: 'sending' }
  | { type: 'saved'; draft: Draft }
  | { type: 'failed'; why: Trouble; at: number }
  | { type: 'refused'; message: string }
  | { type: 'conflicted'; theirs: Draft; at: number }
  | { type: 'published'; postId: number | null }
  /** The article that was to be changed is there no more. */
  | { type: 'orphaned'; at: number }
  | { type: 'renewed'; key: string; at: number }
  | { type: 'restarted'; key: string; writing: Writing; baseUpdatedAt: string }
  | { type: 'settled'; keep: 'mine' | 'theirs'; at: number }
  | { type: 'resumed'; at: number }
  | { type: 'held' }
  | { type: 'released'; at: number }
  | { type: 'over' }

export function begin({ key, postId, writing, baseUpdatedAt, saved, sent, restored, theirs }: Opening, at: number) {
  const state: Autosave = {
    key,
    postId,
    baseUpdatedAt,
    writing,
    saved: { ...saved, baseUpdatedAt },
    phase: theirs ? { is: 'conflicting', theirs } : { is: 'resting' },
    changed: restored ? { firstAt: at, lastAt: at } : null,
    writtenAt: restored?.at ?? at,
    sent,
    trouble: null,
    isUnsure: false,
  }
  return state
}

/** Whether the server may not have the text that is in the editor. */
export function isUnsaved({ writing, baseUpdatedAt, saved, isUnsure, phase }: Autosave): boolean {
  if (phase.is === 'over') return false
  if (isSameWriting(writing, saved.writing) && !isUnsure) {
    return saved.updatedAt !== null && baseUpdatedAt !== saved.baseUpdatedAt
  }
  return saved.updatedAt !== null || isUnsure || hasWords(writing)
}

const restMs = 1000
const longestMs = 10_000
const retryMs = { offline: 2000, busy: 15_000, 'signed-out': 30_000 }
const longestRetryMs = { offline: 30_000, busy: 60_000, 'signed-out': 30_000 }

/** When the text is to be sent, in milliseconds; null when there is nothing to send or something stands against it. */
export function dueAt(state: Autosave): number | null {
  const { phase, changed, trouble } = state
  if (!isUnsaved(state)) return null
  if (phase.is === 'resting') return changed ? Math.min(changed.lastAt + restMs, changed.firstAt + longestMs) : 0
  if (phase.is !== 'failing' || !trouble) return null
  return phase.at + Math.min(retryMs[trouble.why] * 2 ** (trouble.tries - 1), longestRetryMs[trouble.why])
}

/** What is sent. */
export const inputOf = ({ writing, postId, baseUpdatedAt, saved }: Autosave): DraftInput => ({
  ...writing,
  postId,
  baseUpdatedAt,
  updatedAt: saved.updatedAt,
})

/** What is said about it; null when there is nothing to say. */
export function statusOf(state: Autosave): string | null {
  const { phase, saved, trouble } = state
  if (phase.is === 'conflicting') return 'Not saved – there is another version'
  if (phase.is === 'published') return 'Not saved – already published'
  if (!isUnsaved(state)) return saved.updatedAt === null ? null : 'Saved'
  if (phase.is === 'refused') return `Not saved – ${phase.message}`
  return trouble ? failures[trouble.why] : 'Saving…'
}

const failures = {
  offline: 'Not saved – offline',
  busy: 'Not saved – too many saves, trying again soon',
  'signed-out': 'Not saved – please sign in again',
} as const
