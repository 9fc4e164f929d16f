import { Agent, request } from 'undici'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import { maxFollowed, type Outcome } from './outcome.contract.ts'

/** The maximum number of concurrent requests. */
const concurrency = 8
const timeoutMs = 20_000

export interface CheckedSite {
  /** The origin that requests are sent to: `http://127.0.0.1:3000`. */
  origin: string
  /** The Host header, if it differs from the origin's host. */
  host?: string
  /** The public origin, which may appear in the site's redirects. */
  publicOrigin: string
  /** Fetches redirect targets on other sites. */
  fetch: SafeFetch
}

/** Requests the addresses from the site, several at a time, and follows redirects.
 *  @param onOutcome called with each result as it arrives */
export async function checkAddresses(
  site: CheckedSite,
  addresses: readonly string[],
  onOutcome: (place: number, outcome: Outcome) => unknown,
): Promise<void> {
  const agent = new Agent({ connections: concurrency, allowH2: false })
  let next = 0
  async function work(): Promise<void> {
    for (let place = next++; place < addresses.length; place = next++)
      await onOutcome(place, await checkAddress(site, addresses[place]!, agent))
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } finally {
    await agent.destroy()
  }
}

async function checkAddress(site: CheckedSite, address: string, agent: Agent): Promise<Outcome> {
  const redirects: Outcome['redirects'] = []
  const own = new Set([new URL(site.origin).origin, new URL(site.publicOrigin).origin])
  const seen = new Set<string>()
  let url = new URL(new URL(site.origin).origin + address)
  for (;;) {
    const isOwn = own.has(url.origin)
    const asked = isOwn ? url.pathname + url.search : url.href
    if (seen.has(asked)) return { redirects, status: null, problem: 'loop' }
    seen.add(asked)
    const answer = isOwn ? await askOwn(site, asked, agent) : await askOther(site, asked)
    if ('problem' in answer) return { redirects, status: null, problem: answer.problem }
    if (answer.location === null) return { redirects, status: answer.status }
    const target = URL.parse(answer.location, url)
    if (!target || !/^https?:$/.test(target.protocol)) return { redirects, status: null, problem: 'location' }
    redirects.push({
      status: answer.status,
      to: own.has(target.origin) ? target.pathname + target.search + target.hash : target.href,
    })
    if (redirects.length > maxFollowed) return { redirects, status: null, problem: 'endless' }
    url = target
  }
}

type Answer = { status: number; location: string | null } | { problem: NonNullable<Outcome['problem']> }

async function askOwn({ origin, host }: CheckedSite, target: string, dispatcher: Agent): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const headers = { 'user-agent': 'Devstead address check', ...(host !== undefined && { host }) }
  try {
    const {
      statusCode: status,
      headers: received,
      body,
    } = await request(new URL(origin).origin + target, { dispatcher, headers, signal })
    await body.dump()
    const location = [received['location']].flat()[0]
    return { status, location: status >= 300 && status < 400 && location !== undefined ? location : null }
  } catch {
    return { problem: signal.aborted ? 'timeout' : 'unreachable' }
  }
}

/** Requests a URL from another site. All of that site's own redirects count as one redirect to the final URL. */
async function askOther({ fetch }: CheckedSite, url: string): Promise<Answer> {
  const answer = await fetch(url, { maxBytes: 1024, longer: 'cut' })
  if (!answer.ok)
    return {
      problem: answer.reason === 'timeout' ? 'timeout' : answer.reason === 'redirects' ? 'endless' : 'unreachable',
    }
  return answer.url === url ? { status: answer.status, location: null } : { status: 302, location: answer.url }
}
