import type { Draft, DraftInput } from '#features/drafts/drafts.contract.ts'
import { type Opening, writingOf } from './article-opening.hooks.ts'
import { fingerprint, hasWords, isSameWriting, nothingWritten, type Writing } from './article-writing.hooks.ts'

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
  | { is: 'clashing'; theirs: Draft }
  /** The draft has become a post in another window; null: which has been deleted since. */
  | { is: 'published'; postId: number | null }
  /** Nothing is sent: it is being published. */
  | { is: 'held' }
  /** The article is published, updated or deleted. */
  | { is: 'over' }

type Trouble = 'offline' | 'busy' | 'signed-out'

export interface Autosave {
  key: string
  postId: number | null
  baseUpdatedAt: string | null
  writing: Writing
  saved: { writing: Writing; baseUpdatedAt: string | null; updatedAt: string | null }
  phase: Phase
  /** When the first and the last change came that no request has carried yet; null without any. */
  changed: { firstAt: number; lastAt: number } | null
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
  | { type: 'clashed'; theirs: Draft; at: number }
  | { type: 'published'; postId: number | null }
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
    phase: theirs ? { is: 'clashing', theirs } : { is: 'resting' },
    changed: restored ? { firstAt: at, lastAt: at } : null,
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
  if (phase.is === 'clashing') return 'Not saved – there is another version'
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

export function next(state: Autosave, event: AutosaveEvent): Autosave {
  if (state.phase.is === 'over') return state
  switch (event.type) {
    case 'changed':
      return touched({ ...state, writing: { ...state.writing, ...event.part }, phase: afterChange(state) }, event.at)
    case 'rebased':
      return touched({ ...state, baseUpdatedAt: event.baseUpdatedAt }, event.at)
    case 'sending':
      return sending(state)
    case 'saved':
      return saved(state, event.draft)
    case 'failed':
      return failed(state, event)
    case 'refused':
      return { ...state, phase: { is: 'refused', message: event.message } }
    case 'clashed':
      return clashed(state, event.theirs, event.at)
    case 'published':
      return { ...state, phase: { is: 'published', postId: event.postId } }
    case 'renewed':
      return renewed(state, event)
    case 'restarted':
      return restarted(state, event)
    case 'settled':
      return settled(state, event.keep, event.at)
    case 'resumed':
    case 'released':
      return awake(state, event)
    case 'held':
      return { ...state, phase: { is: 'held' } }
    case 'over':
    default:
      return { ...state, phase: { is: 'over' } }
  }
}

const afterChange = ({ phase }: Autosave): Phase => (phase.is === 'refused' ? { is: 'resting' } : phase)

const touched = (state: Autosave, at: number): Autosave => ({
  ...state,
  changed: { firstAt: state.changed?.firstAt ?? at, lastAt: at },
})

const mostSent = 8

const sending = (state: Autosave): Autosave => ({
  ...state,
  phase: { is: 'sending', writing: state.writing, baseUpdatedAt: state.baseUpdatedAt },
  changed: null,
  sent: [...state.sent, fingerprint(state.writing)].slice(-mostSent),
})

/** What was sent counts as saved, to the letter. */
function saved(state: Autosave, draft: Draft): Autosave {
  const { phase } = state
  const after = took(state, draft)
  const sent = phase.is === 'sending' ? { ...after.saved, ...pick(phase) } : after.saved
  return { ...after, saved: sent, phase: { is: 'resting' } }
}

const pick = ({ writing, baseUpdatedAt }: { writing: Writing; baseUpdatedAt: string | null }) => ({
  writing,
  baseUpdatedAt,
})

const took = (state: Autosave, draft: Draft): Autosave => ({
  ...state,
  key: draft.key,
  saved: { writing: writingOf(draft), baseUpdatedAt: draft.baseUpdatedAt, updatedAt: draft.updatedAt },
  trouble: null,
  isUnsure: false,
})

const failed = (state: Autosave, { why, at }: { why: Trouble; at: number }): Autosave => ({
  ...state,
  phase: { is: 'failing', at },
  trouble: { why, tries: state.trouble?.why === why ? state.trouble.tries + 1 : 1 },
  isUnsure: state.isUnsure || why === 'offline',
})

/** A saved version that is what we have, or sent before, is no clash: its answer was lost. */
function clashed(state: Autosave, theirs: Draft, at: number): Autosave {
  const writing = writingOf(theirs)
  const isOurs = isSameWriting(writing, state.writing) || state.sent.includes(fingerprint(writing))
  if (isOurs) return touched({ ...took(state, theirs), phase: { is: 'resting' } }, at)
  return { ...state, phase: { is: 'clashing', theirs } }
}

/** It becomes a new article with a draft of its own. */
const renewed = (state: Autosave, { key, at }: { key: string; at: number }): Autosave =>
  touched(
    {
      ...state,
      key,
      postId: null,
      baseUpdatedAt: null,
      saved: { writing: nothingWritten, baseUpdatedAt: null, updatedAt: null },
      phase: { is: 'resting' },
      sent: [],
      trouble: null,
      isUnsure: false,
    },
    at,
  )

/** All changes are gone, and their draft with them. */
function restarted(state: Autosave, { key, writing, baseUpdatedAt }: Omit<Restart, 'type'>): Autosave {
  const saved = { writing, baseUpdatedAt, updatedAt: null }
  const phase = { is: 'resting' } as const
  return {
    ...state,
    key,
    writing,
    baseUpdatedAt,
    saved,
    phase,
    changed: null,
    sent: [],
    trouble: null,
    isUnsure: false,
  }
}
type Restart = Extract<AutosaveEvent, { type: 'restarted' }>

function settled(state: Autosave, keep: 'mine' | 'theirs', at: number): Autosave {
  if (state.phase.is !== 'clashing') return state
  const { theirs } = state.phase
  const settledState = { ...took(state, theirs), phase: { is: 'resting' as const } }
  if (keep === 'mine') return { ...settledState, changed: { firstAt: 0, lastAt: at } }
  return { ...settledState, writing: writingOf(theirs), baseUpdatedAt: theirs.baseUpdatedAt, changed: null }
}

/** Something that stood against sending is gone: it is sent at once. */
function awake(state: Autosave, { type, at }: { type: 'resumed' | 'released'; at: number }): Autosave {
  const { is } = state.phase
  const isAsleep = type === 'released' ? is === 'held' : is === 'failing' || is === 'refused'
  return isAsleep ? { ...state, phase: { is: 'resting' }, changed: { firstAt: 0, lastAt: at } } : state
}
