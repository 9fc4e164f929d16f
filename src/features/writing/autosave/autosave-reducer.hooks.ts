import type { Draft } from '#features/writing/drafts/drafts.contract.ts'
import type { Autosave, AutosaveEvent, Phase, Trouble } from './autosave-state.hooks.ts'
import { writingOf } from './initial-article.hooks.ts'
import { fingerprint, isSameWriting, nothingWritten, type Writing } from './article-writing.hooks.ts'

/** What the machine becomes by what happens. */
export function next(state: Autosave, event: AutosaveEvent): Autosave {
  if (state.phase.is === 'over') return state
  switch (event.type) {
    case 'changed':
      return touched(
        { ...state, writing: { ...state.writing, ...event.part }, phase: afterChange(state), writtenAt: event.at },
        event.at,
      )
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
    case 'conflicted':
      return conflicted(state, event.theirs, event.at)
    case 'published':
      return { ...state, phase: { is: 'published', postId: event.postId } }
    case 'orphaned':
      return orphaned(state, event.at)
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

/** A saved version that is what we have, or sent before, is no conflict: its answer was lost. */
function conflicted(state: Autosave, theirs: Draft, at: number): Autosave {
  const writing = writingOf(theirs)
  const isOurs = isSameWriting(writing, state.writing) || state.sent.includes(fingerprint(writing))
  if (isOurs) return touched({ ...took(state, theirs), phase: { is: 'resting' } }, at)
  return { ...state, phase: { is: 'conflicting', theirs } }
}

/** Its draft outlives it, as one of a new article. */
const orphaned = (state: Autosave, at: number): Autosave =>
  state.postId === null
    ? { ...state, phase: { is: 'refused', message: 'it was not found' } }
    : touched({ ...state, postId: null, baseUpdatedAt: null, phase: { is: 'resting' } }, at)

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
  if (state.phase.is !== 'conflicting') return state
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
