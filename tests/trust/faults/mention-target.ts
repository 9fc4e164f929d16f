import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another site, whose pages expect webmentions. It reveals how many times the jobs that send them ran. */
export interface MentionTarget {
  url: string
  /** The host and port, for OUTBOUND_ALLOW. */
  host: string
  /** How many times a webmention for the page has arrived. */
  arrivalsOf(page: string): number
  /** Waits until every page has received a webmention. @returns those that have not, after the time limit */
  missing(pages: readonly string[], limitMs: number): Promise<string[]>
  stop(): Promise<void>
}

export async function startMentionTarget(address = '127.0.0.1'): Promise<MentionTarget> {
  const arrivals = new Map<string, number>()
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (request.method === 'POST') {
      const page = new URLSearchParams(body).get('target') ?? ''
      arrivals.set(page, (arrivals.get(page) ?? 0) + 1)
      response.writeHead(202).end()
    } else {
      response.writeHead(200, { 'content-type': 'text/html', link: '</webmention>; rel="webmention"' }).end('<p>A page')
    }
  })
  server.listen(0, address)
  await once(server, 'listening')
  const host = `${address}:${(server.address() as AddressInfo).port}`
  const arrivalsOf = (page: string) => arrivals.get(page) ?? 0
  return {
    url: `http://${host}`,
    host,
    arrivalsOf,
    async missing(pages, limitMs) {
      const withoutAny = () => pages.filter((page) => arrivalsOf(page) === 0)
      for (const untilMs = performance.now() + limitMs; withoutAny().length > 0 && performance.now() < untilMs;)
        await sleep(200)
      return withoutAny()
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
