import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { createQueryCache } from '#web/query-cache.ts'
import { patienceMs } from './patience.ts'

// Renders components in happy-dom. Only fetch is replaced.

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true

/** Renders the element on an empty page with its own cache, and removes the element after the test. */
export async function mount(element: ReactNode, cache = createQueryCache()) {
  const place = document.createElement('div')
  document.body.append(place)
  const root: Root = createRoot(place)
  const render = (next: ReactNode) =>
    act(async () => root.render(<QueryClientProvider client={cache}>{next}</QueryClientProvider>))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
    cache.clear()
  })
  await render(element)
  return { page: place, cache, render }
}

const restMs = 20
const mostRests = 15
/** The real timer, even in tests that use fake timers. */
const { setTimeout: later } = globalThis
let asking = 0
let askedInAll = 0

/** Runs the change and waits until the page is idle: no new requests for a moment, and no pending ones. Gives up after
 *  a third of a second if a test is holding back a response. */
export async function settle(change: () => unknown = () => undefined): Promise<void> {
  await act(async () => {
    await change()
    await rest(mostRests)
  })
}

async function rest(left: number): Promise<void> {
  const before = askedInAll
  await new Promise((resolve) => later(resolve, restMs))
  if (left > 0 && (asking > 0 || askedInAll > before)) await rest(left - 1)
}

/** Settles repeatedly until `holds` stops throwing, because there is no telling how long modules and data take to
 *  load. */
export const settleUntil = (holds: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await settle()
    holds()
  }, patienceMs)

/** Enters text in a field in a way that React notices. */
export function type(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string): void {
  const proto = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

export type Answers = Record<
  string,
  (request: { body: unknown; search: URLSearchParams }) => Response | Promise<Response>
>

/** Replaces fetch with responses by method and path, such as `'GET /api/posts'`, and with 404 for all other requests.
 *  @returns the requests in order */
export function answer(answers: Answers) {
  const asked: { call: string; body: unknown; headers: Headers }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://site.test')
    const call = `${init?.method ?? 'GET'} ${url.pathname}`
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body
    asked.push({ call, body, headers: joined(init?.headers) })
    asking += 1
    askedInAll += 1
    try {
      const given = await answers[call]?.({ body, search: url.searchParams })
      return given ?? Response.json({ message: 'Not there' }, { status: 404 })
    } finally {
      asking -= 1
    }
  })
  return asked
}

/** Returns headers as browsers send them: if a name occurs in two spellings, both values are combined in one header. */
function joined(headers: HeadersInit = {}): Headers {
  const sent = new Headers()
  for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers)) {
    sent.append(name, String(value))
  }
  return sent
}

/** Stores a session that lasts one hour in this browser. */
export function signInHere(userId = 'user-1'): void {
  const session = {
    access_token: `token of ${userId}`,
    refresh_token: 'refresh',
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { id: userId },
  }
  localStorage.setItem('supabase_auth_token', JSON.stringify(session))
}
