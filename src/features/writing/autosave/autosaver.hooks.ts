import type { Draft, DraftInput } from '#features/writing/drafts/drafts.contract.ts'
import { removeStored } from '#web/storage.ts'
import {
  type Autosave,
  type AutosaveEvent,
  initialState,
  nextSendAt,
  inputOf,
  isUnsaved,
} from './autosave-state.hooks.ts'
import { removeCopy, storeCopy, newCopyKey } from './local-copies.hooks.ts'
import { failureEventOf } from './draft-requests.hooks.ts'
import type { InitialArticle } from './initial-article.hooks.ts'
import { reduce } from './autosave-reducer.hooks.ts'
import { newDraftKey, type Writing } from './article-writing.hooks.ts'

export interface AutosaverState extends Autosave {
  /** This browser could not store the unsaved text. */
  isCopyMissing: boolean
}

/** Saves a draft. `isLast`: the page is being unloaded. */
export type SaveDraft = (key: string, input: DraftInput, isLast: boolean) => Promise<Draft>

type Timer = ReturnType<typeof setTimeout> | undefined

const copyDebounceMs = 250

/** Runs the state machine: stores a local copy and sends the text when it is due, one request at a time. */
export class Autosaver {
  #state: AutosaverState
  #copyKey: string
  #isStarted = false
  #request: Promise<void> | null = null
  #sendTimer: Timer
  #copyTimer: Timer
  readonly #listeners = new Set<() => void>()
  readonly #userId: string
  readonly #initial: InitialArticle
  readonly #save: SaveDraft

  constructor(userId: string, initial: InitialArticle, save: SaveDraft) {
    this.#userId = userId
    this.#initial = initial
    this.#save = save
    this.#state = { ...initialState(initial, Date.now()), isCopyMissing: false }
    this.#copyKey = newCopyKey(userId, initial.key)
  }

  state = (): AutosaverState => this.#state

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  start(): void {
    this.#isStarted = true
    const { redundant, restored } = this.#initial
    for (const copy of redundant) removeCopy(copy)
    if (restored && this.#writeCopy()) removeCopy(restored)
    this.#schedule()
  }

  change(part: Partial<Writing>): void {
    if (this.#state.phase.is === 'published') this.moveToNewDraft()
    this.#dispatch({ type: 'changed', part, at: Date.now() })
  }

  /** Bases the text on another version of the article. */
  rebase(baseUpdatedAt: string): void {
    this.#dispatch({ type: 'rebased', baseUpdatedAt, at: Date.now() })
  }

  resolveConflict(keep: 'mine' | 'theirs'): void {
    this.#dispatch({ type: 'resolved', keep, at: Date.now() })
  }

  /** Retries once the network or the session is back. */
  resume(): void {
    this.#dispatch({ type: 'resumed', at: Date.now() })
  }

  /** Stops saving after the article was published or deleted, and removes the local copy. */
  finish(): void {
    this.#dispatch({ type: 'finished' })
  }

  /** Stops saving because the server has published the draft, for example on schedule. */
  end(postId: number | null): void {
    const { is } = this.#state.phase
    if (is !== 'published' && is !== 'finished') this.#dispatch({ type: 'published', postId })
  }

  /** Turns the text into a new article with its own draft. */
  moveToNewDraft(): void {
    this.#dispatch({ type: 'moved', key: newDraftKey(), at: Date.now() })
  }

  /** Turns the draft into a draft of a new article after its article was deleted. */
  orphan(): void {
    this.#dispatch({ type: 'orphaned', at: Date.now() })
  }

  /** Reverts to the published text, without a draft. */
  revert(writing: Writing, baseUpdatedAt: string): void {
    this.#dispatch({ type: 'reverted', key: newDraftKey(), writing, baseUpdatedAt })
  }

  /** Sends the unsaved text. @returns whether everything is saved */
  async save(): Promise<boolean> {
    await this.#request
    if (!this.#request && this.#canSend()) void this.#send(false)
    await this.#request
    return !isUnsaved(this.#state)
  }

  /** Stops sending until {@link unlock}. @returns false if there is a conflict or the draft has been published */
  async lock(): Promise<boolean> {
    await this.#request
    const { is } = this.#state.phase
    if (is === 'conflicting' || is === 'published') return false
    this.#dispatch({ type: 'locked' })
    return true
  }

  unlock(): void {
    this.#dispatch({ type: 'unlocked', at: Date.now() })
  }

  /** Saves immediately, because the page is hidden and may never be shown again. */
  flush(): void {
    this.#updateCopy()
    if (this.#canSend() && !this.#request) void this.#send(true)
  }

  /** Sends the unsaved text one last time when the editor closes. */
  stop(): void {
    this.#updateCopy()
    this.#isStarted = false
    if (this.#canSend() && !this.#request) void this.#send(false)
    clearTimeout(this.#sendTimer)
  }

  #dispatch(event: AutosaveEvent) {
    this.#update(reduce(this.#state, event))
    if (event.type === 'changed') this.#copyTimer ??= setTimeout(() => this.#updateCopy(), copyDebounceMs)
    else this.#updateCopy()
    this.#schedule()
  }

  #update(change: Partial<AutosaverState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #updateCopy() {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = undefined
    const isStored = isUnsaved(this.#state) ? this.#writeCopy() : this.#removeCopy()
    if (isStored === this.#state.isCopyMissing) this.#update({ isCopyMissing: !isStored })
  }

  #writeCopy(): boolean {
    const { key, writing, postId, baseUpdatedAt, saved, sent, writtenAt } = this.#state
    const before = this.#copyKey
    if (!before.includes(`:${key}:`)) this.#copyKey = newCopyKey(this.#userId, key)
    const copy = { writing, postId, baseUpdatedAt, updatedAt: saved.updatedAt, sent, at: writtenAt }
    const isStored = storeCopy(this.#copyKey, copy)
    if (isStored && before !== this.#copyKey) removeStored(before)
    return isStored
  }

  #removeCopy(): boolean {
    removeStored(this.#copyKey)
    return true
  }

  #schedule() {
    clearTimeout(this.#sendTimer)
    if (!this.#isStarted || this.#request) return
    const at = nextSendAt(this.#state)
    if (at !== null) this.#sendTimer = setTimeout(() => void this.#send(false), Math.max(0, at - Date.now()))
  }

  #canSend(): boolean {
    const { is } = this.#state.phase
    return isUnsaved(this.#state) && (is === 'idle' || is === 'failing' || is === 'refused')
  }

  #send(isLast: boolean): Promise<void> {
    this.#dispatch({ type: 'sending' })
    this.#request = this.#sendDraft(isLast).then((event) => {
      this.#request = null
      return this.#dispatch(event)
    })
    return this.#request
  }

  async #sendDraft(isLast: boolean): Promise<AutosaveEvent> {
    try {
      const draft = await this.#save(this.#state.key, inputOf(this.#state), isLast)
      return { type: 'saved', draft }
    } catch (reason) {
      return failureEventOf(reason, Date.now())
    }
  }
}
