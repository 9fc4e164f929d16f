import { t } from '#messages/messages.ts'
import type { Draft } from '#features/writing/drafts/drafts.contract.ts'
import type { Autosave, AutosaveEvent, Phase, FailureCause } from './autosave-state.hooks.ts'
import { writingOf } from './initial-article.hooks.ts'
import { fingerprint, isSameWriting, emptyWriting, type Writing } from './article-writing.hooks.ts'

/** Returns the state after the event. */
export function reduce(state: Autosave, event: AutosaveEvent): Autosave {
  if (state.phase.is === 'finished') return state
  switch (event.type) {
    case 'changed':
      return changedAt(
        { ...state, writing: { ...state.writing, ...event.part }, phase: afterChange(state), writtenAt: event.at },
        event.at,
      )
    case 'rebased':
      return changedAt({ ...state, baseUpdatedAt: event.baseUpdatedAt }, event.at)
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
    case 'moved':
      return moved(state, event)
    case 'reverted':
      return reverted(state, event)
    case 'resolved':
      return resolved(state, event.keep, event.at)
    case 'resumed':
    case 'unlocked':
      return idleAgain(state, event)
    case 'locked':
      return { ...state, phase: { is: 'locked' } }
    case 'finished':
    default:
      return { ...state, phase: { is: 'finished' } }
  }
}

const afterChange = ({ phase }: Autosave): Phase => (phase.is === 'refused' ? { is: 'idle' } : phase)

const changedAt = (state: Autosave, at: number): Autosave => ({
  ...state,
  changed: { firstAt: state.changed?.firstAt ?? at, lastAt: at },
})

const maxFingerprints = 8

const sending = (state: Autosave): Autosave => ({
  ...state,
  phase: { is: 'sending', writing: state.writing, baseUpdatedAt: state.baseUpdatedAt },
  changed: null,
  sent: [...state.sent, fingerprint(state.writing)].slice(-maxFingerprints),
})

/** Treats the sent text as saved, because the server may normalize it. */
function saved(state: Autosave, draft: Draft): Autosave {
  const { phase } = state
  const after = withServerDraft(state, draft)
  const sent = phase.is === 'sending' ? { ...after.saved, ...pick(phase) } : after.saved
  return { ...after, saved: sent, phase: { is: 'idle' } }
}

const pick = ({ writing, baseUpdatedAt }: { writing: Writing; baseUpdatedAt: string | null }) => ({
  writing,
  baseUpdatedAt,
})

const withServerDraft = (state: Autosave, draft: Draft): Autosave => ({
  ...state,
  key: draft.key,
  saved: { writing: writingOf(draft), baseUpdatedAt: draft.baseUpdatedAt, updatedAt: draft.updatedAt },
  failure: null,
  isUnconfirmed: false,
})

const failed = (state: Autosave, { cause, at }: { cause: FailureCause; at: number }): Autosave => ({
  ...state,
  phase: { is: 'failing', at },
  failure: { cause, tries: state.failure?.cause === cause ? state.failure.tries + 1 : 1 },
  isUnconfirmed: state.isUnconfirmed || cause === 'offline',
})

/** If the saved version matches our text, or text we sent earlier, the response was lost and there is no conflict. */
function conflicted(state: Autosave, theirs: Draft, at: number): Autosave {
  const writing = writingOf(theirs)
  const isOurs = isSameWriting(writing, state.writing) || state.sent.includes(fingerprint(writing))
  if (isOurs) return changedAt({ ...withServerDraft(state, theirs), phase: { is: 'idle' } }, at)
  return { ...state, phase: { is: 'conflicting', theirs } }
}

/** Turns the draft into a draft of a new article. */
const orphaned = (state: Autosave, at: number): Autosave =>
  state.postId === null
    ? { ...state, phase: { is: 'refused', message: t('not found') } }
    : changedAt({ ...state, postId: null, baseUpdatedAt: null, phase: { is: 'idle' } }, at)

/** Turns the text into a new article with its own draft. */
const moved = (state: Autosave, { key, at }: { key: string; at: number }): Autosave =>
  changedAt(
    {
      ...state,
      key,
      postId: null,
      baseUpdatedAt: null,
      saved: { writing: emptyWriting, baseUpdatedAt: null, updatedAt: null },
      phase: { is: 'idle' },
      sent: [],
      failure: null,
      isUnconfirmed: false,
    },
    at,
  )

/** Discards all changes and the draft. */
function reverted(state: Autosave, { key, writing, baseUpdatedAt }: Omit<Reverted, 'type'>): Autosave {
  const saved = { writing, baseUpdatedAt, updatedAt: null }
  const phase = { is: 'idle' } as const
  return {
    ...state,
    key,
    writing,
    baseUpdatedAt,
    saved,
    phase,
    changed: null,
    sent: [],
    failure: null,
    isUnconfirmed: false,
  }
}
type Reverted = Extract<AutosaveEvent, { type: 'reverted' }>

function resolved(state: Autosave, keep: 'mine' | 'theirs', at: number): Autosave {
  if (state.phase.is !== 'conflicting') return state
  const { theirs } = state.phase
  const resolvedState = { ...withServerDraft(state, theirs), phase: { is: 'idle' as const } }
  if (keep === 'mine') return { ...resolvedState, changed: { firstAt: 0, lastAt: at } }
  return { ...resolvedState, writing: writingOf(theirs), baseUpdatedAt: theirs.baseUpdatedAt, changed: null }
}

/** Sends the text immediately once sending is possible again. */
function idleAgain(state: Autosave, { type, at }: { type: 'resumed' | 'unlocked'; at: number }): Autosave {
  const { is } = state.phase
  const isPaused = type === 'unlocked' ? is === 'locked' : is === 'failing' || is === 'refused'
  return isPaused ? { ...state, phase: { is: 'idle' }, changed: { firstAt: 0, lastAt: at } } : state
}
