import { useSyncExternalStore } from 'react'
import { ApiError, messageOf, request } from './api.ts'
import { fieldsIn, fieldsOf } from './json-fields.ts'
import { isSignedIn, sessionUserId } from './session.ts'
import { readStored, removeStored, writeStored } from './storage.ts'
import { t } from '#messages/messages.ts'

// Calls that could not be sent because the site was unreachable. They are stored in this browser and sent later, in
// order, by one tab at a time. The server must recognize a repeated call, because a response can be lost.

/** The note next to what is stored. */
export const notSentYet = () => t('Not sent yet. Will be sent when the connection is back.')

export interface Queued {
  /** Identifies what is changed; a newer call replaces an older one with the same id. */
  id: string
  method: 'POST' | 'DELETE'
  path: string
  body: string | null
  /** What the member wrote, or an empty string. */
  text: string
  /** The member who made the call, or null for a visitor. Only they send it. */
  ownerId: string | null
  /** Why the server rejected the call, which is not sent again. Calls without text are dropped instead. */
  fault?: string
}

/** The local storage key. */
const storageKey = 'outbox'
const retryMs = 30_000
const none: Queued[] = []

let known: { text: string | null; queue: Queued[] } = { text: null, queue: none }

function readQueue(): Queued[] {
  const text = readStored(storageKey)
  if (text !== known.text) known = { text, queue: parsed(text) }
  return known.queue
}

function parsed(text: string | null): Queued[] {
  const { calls } = fieldsIn(text && `{"calls":${text}}`)
  return Array.isArray(calls) && calls.every(isQueued) ? calls : none
}

function isQueued(call: unknown): call is Queued {
  const { id, method, path, body, text, ownerId, fault } = fieldsOf(call)
  const areTexts = [id, path, text, body ?? '', ownerId ?? '', fault ?? ''].every((part) => typeof part === 'string')
  return areTexts && (method === 'POST' || method === 'DELETE') && String(path).startsWith('/api/')
}

const listeners = new Set<() => void>()

function writeQueue(queue: Queued[]): boolean {
  const isStored = queue.length > 0 ? writeStored(storageKey, JSON.stringify(queue)) : true
  if (queue.length === 0) removeStored(storageKey)
  for (const listener of listeners) listener()
  return isStored
}

/** Returns the queued calls of the current member or visitor. */
export function useQueued(): Queued[] {
  const queue = useSyncExternalStore(subscribe, readQueue, () => none)
  return queue.filter(({ ownerId }) => ownerId === sessionUserId())
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherTab)
  }
}

/** Stores a call to be sent once the site is reachable. @returns whether this browser could store it */
export function enqueue(call: Omit<Queued, 'ownerId' | 'fault'>): boolean {
  const isStored = writeQueue([
    ...readQueue().filter(({ id }) => id !== call.id),
    { ...call, ownerId: sessionUserId() },
  ])
  retryLater()
  return isStored
}

export const dequeue = (id: string): boolean => writeQueue(readQueue().filter((call) => call.id !== id))

/** Reports whether the call failed because the site could not be reached, not because the server rejected it. */
export const isUnreachable = (reason: unknown): boolean =>
  reason instanceof ApiError
    ? reason.status === 503 && !navigator.onLine // the session cannot be refreshed
    : reason instanceof TypeError || (reason instanceof DOMException && reason.name === 'TimeoutError')

type SentListener = (call: Queued, answer: unknown) => void
const sentListeners = new Set<SentListener>()

/** Calls `listener` after this tab has sent a queued call. @returns a function that stops it */
export function onQueuedSent(listener: SentListener): () => void {
  sentListeners.add(listener)
  return () => void sentListeners.delete(listener)
}

let isWaiting = false

function retryLater(): void {
  if (isWaiting) return
  isWaiting = true
  setTimeout(() => {
    isWaiting = false
    void sendQueued()
  }, retryMs)
}

let sending: Promise<void> | null = null

/** Sends the queued calls of the current member or visitor. Stops if the site is still unreachable, and tries again. */
export const sendQueued = (): Promise<void> => (sending ??= oneAtATime(sendAll).finally(() => (sending = null)))

let previousTask: Promise<unknown> = Promise.resolve()

/** Runs one task at a time, across tabs where the browser has locks. Without HTTPS, it has none: then two tabs may send
 *  the same call, which the server recognizes. */
function oneAtATime<Result>(task: () => Promise<Result>): Promise<Result> {
  if ('LockManager' in globalThis) return navigator.locks.request(storageKey, task)
  const result = previousTask.then(task)
  previousTask = result.catch(() => {})
  return result
}

/** Sends a call directly and removes the queued call with the same id. Neither is sent while the other one is, because
 *  the older one might arrive later. */
export function sendInOrder<Result>(id: string, send: () => Promise<Result>): Promise<Result> {
  if (!readQueue().some((call) => call.id === id)) return send()
  return oneAtATime(async () => {
    const result = await send()
    dequeue(id)
    return result
  })
}

/** Members' calls wait until they have completed signing in, for example with a code. */
const isNext = ({ ownerId, fault }: Queued): boolean =>
  fault === undefined && ownerId === sessionUserId() && (ownerId === null || isSignedIn())

async function sendAll(): Promise<void> {
  let previous: Queued | null = null
  for (let call = readQueue().find(isNext); call; call = readQueue().find(isNext)) {
    if (call === previous) return // the browser's storage cannot be changed
    const sent = (previous = call)
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await request(sent.method, sent.path, sent.body === null ? {} : { body: sent.body, headers })
      if (isStillQueued(sent)) dequeue(sent.id)
      for (const listener of sentListeners) listener(sent, answer)
    } catch (reason) {
      if (!(reason instanceof ApiError) || isTemporary(reason)) return retryLater()
      if (!isStillQueued(sent)) continue
      const fault = messageOf(reason, t('The site rejected it.'))
      if (sent.text === '') dequeue(sent.id)
      else writeQueue(readQueue().map((one) => (one.id === sent.id ? Object.assign({}, one, { fault }) : one)))
    }
  }
}

/** Reports whether the call has not been replaced while it was being sent. */
const isStillQueued = (sent: Queued): boolean =>
  readQueue().some(({ id, method, body }) => id === sent.id && method === sent.method && body === sent.body)

const isTemporary = ({ status, body }: ApiError): boolean =>
  status === 401 || status === 408 || status === 429 || status >= 500 || waitsForMember.has(fieldsIn(body)['code'])

/** What the member has to do first, after which the call can be sent. */
const waitsForMember = new Set<unknown>(['second_factor_required', 'password_change_required', 'awaiting_approval'])
