import type { Draft, DraftInput } from '#features/writing/drafts/drafts.contract.ts'
import { removeStored } from '#web/storage.ts'
import { type Autosave, type AutosaveEvent, begin, dueAt, inputOf, isUnsaved } from './autosave-state.hooks.ts'
import { dropCopy, keepCopy, newPlace } from './local-copies.hooks.ts'
import { eventOf } from './draft-requests.hooks.ts'
import type { Opening } from './initial-article.hooks.ts'
import { next } from './autosave-reducer.hooks.ts'
import { newDraftKey, type Writing } from './article-writing.hooks.ts'

/** The machine as the screen shows it. */
export interface Shown extends Autosave {
  /** This browser could not keep what the server does not have yet. */
  isCopyMissing: boolean
}

/** Saves a draft. `isLast`: the page is being left. */
export type PutDraft = (key: string, input: DraftInput, isLast: boolean) => Promise<Draft>

type Timer = ReturnType<typeof setTimeout> | undefined

const copyRestMs = 250

/** Runs the machine: keeps the copy in this browser and sends what is due, one request at a time. */
export class Autosaver {
  #shown: Shown
  #place: string
  #isOpen = false
  #request: Promise<void> | null = null
  #sendTimer: Timer
  #copyTimer: Timer
  readonly #listeners = new Set<() => void>()
  readonly #userId: string
  readonly #opening: Opening
  readonly #put: PutDraft

  constructor(userId: string, opening: Opening, put: PutDraft) {
    this.#userId = userId
    this.#opening = opening
    this.#put = put
    this.#shown = { ...begin(opening, Date.now()), isCopyMissing: false }
    this.#place = newPlace(userId, opening.key)
  }

  shown = (): Shown => this.#shown

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** From now on it saves. */
  open(): void {
    this.#isOpen = true
    const { spent, restored } = this.#opening
    for (const copy of spent) dropCopy(copy)
    if (restored && this.#writeCopy()) dropCopy(restored)
    this.#schedule()
  }

  change(part: Partial<Writing>): void {
    if (this.#shown.phase.is === 'published') this.renew()
    this.#happen({ type: 'changed', part, at: Date.now() })
  }

  /** The writing now builds on that version of the article. */
  rebase(baseUpdatedAt: string): void {
    this.#happen({ type: 'rebased', baseUpdatedAt, at: Date.now() })
  }

  settle(keep: 'mine' | 'theirs'): void {
    this.#happen({ type: 'settled', keep, at: Date.now() })
  }

  /** The network or the session is back. */
  resume(): void {
    this.#happen({ type: 'resumed', at: Date.now() })
  }

  /** It has become the article, or goes for good: nothing is kept any more. */
  over(): void {
    this.#happen({ type: 'over' })
  }

  /** Makes it a new article with a draft of its own. */
  renew(): void {
    this.#happen({ type: 'renewed', key: newDraftKey(), at: Date.now() })
  }

  /** The article that was to be changed is there no more: its draft becomes one of a new article. */
  orphan(): void {
    this.#happen({ type: 'orphaned', at: Date.now() })
  }

  /** Goes back to the published text, without a draft. */
  restart(writing: Writing, baseUpdatedAt: string): void {
    this.#happen({ type: 'restarted', key: newDraftKey(), writing, baseUpdatedAt })
  }

  /** Sends what is unsaved. @returns whether the server has it all */
  async save(): Promise<boolean> {
    await this.#request
    if (!this.#request && this.#canSend()) void this.#send(false)
    await this.#request
    return !isUnsaved(this.#shown)
  }

  /** Sends nothing more until it is released. @returns false when another version stands against it */
  async hold(): Promise<boolean> {
    await this.#request
    const { is } = this.#shown.phase
    if (is === 'conflicting' || is === 'published') return false
    this.#happen({ type: 'held' })
    return true
  }

  release(): void {
    this.#happen({ type: 'released', at: Date.now() })
  }

  /** The page is out of sight and may never come back. */
  flush(): void {
    this.#keepOrDropCopy()
    if (this.#canSend() && !this.#request) void this.#send(true)
  }

  /** The editor goes; what is unsaved is sent once more. */
  close(): void {
    this.#keepOrDropCopy()
    this.#isOpen = false
    if (this.#canSend() && !this.#request) void this.#send(false)
    clearTimeout(this.#sendTimer)
  }

  #happen(event: AutosaveEvent) {
    this.#show(next(this.#shown, event))
    if (event.type === 'changed') this.#copyTimer ??= setTimeout(() => this.#keepOrDropCopy(), copyRestMs)
    else this.#keepOrDropCopy()
    this.#schedule()
  }

  #show(change: Partial<Shown>) {
    this.#shown = { ...this.#shown, ...change }
    for (const listener of this.#listeners) listener()
  }

  #keepOrDropCopy() {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = undefined
    const isKept = isUnsaved(this.#shown) ? this.#writeCopy() : this.#forgetCopy()
    if (isKept === this.#shown.isCopyMissing) this.#show({ isCopyMissing: !isKept })
  }

  #writeCopy(): boolean {
    const { key, writing, postId, baseUpdatedAt, saved, sent, writtenAt } = this.#shown
    const before = this.#place
    if (!before.includes(`:${key}:`)) this.#place = newPlace(this.#userId, key)
    const copy = { writing, postId, baseUpdatedAt, updatedAt: saved.updatedAt, sent, at: writtenAt }
    const isKept = keepCopy(this.#place, copy)
    if (isKept && before !== this.#place) removeStored(before)
    return isKept
  }

  #forgetCopy(): boolean {
    removeStored(this.#place)
    return true
  }

  #schedule() {
    clearTimeout(this.#sendTimer)
    if (!this.#isOpen || this.#request) return
    const at = dueAt(this.#shown)
    if (at !== null) this.#sendTimer = setTimeout(() => void this.#send(false), Math.max(0, at - Date.now()))
  }

  #canSend(): boolean {
    const { is } = this.#shown.phase
    return isUnsaved(this.#shown) && (is === 'resting' || is === 'failing' || is === 'refused')
  }

  #send(isLast: boolean): Promise<void> {
    this.#happen({ type: 'sending' })
    this.#request = this.#answer(isLast).then((event) => {
      this.#request = null
      return this.#happen(event)
    })
    return this.#request
  }

  async #answer(isLast: boolean): Promise<AutosaveEvent> {
    try {
      const draft = await this.#put(this.#shown.key, inputOf(this.#shown), isLast)
      return { type: 'saved', draft }
    } catch (reason) {
      return eventOf(reason, Date.now())
    }
  }
}
