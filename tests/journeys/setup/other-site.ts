import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Another local site, which sends and receives webmentions and also serves as Bluesky's AppView. */
export interface OtherSite {
  host: string
  url: string
  /** HTML by path; other paths return 410. */
  pages: Record<string, string>
  /** The webmentions that the site has received, and whether it found its own link in each source. */
  received: { source: string; status: number; isLinked: boolean }[]
  /** The Bluesky profile for jay.example. If null, the AppView fails. */
  profile: object | null
  /** The Bluesky posts by jay.example, as the AppView lists them. */
  feed: object[]
  close: () => Promise<void>
}

export async function startOtherSite(): Promise<OtherSite> {
  const server = http.createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const site: OtherSite = { host, url: `http://${host}`, pages: {}, received: [], profile: null, feed: [], close }
  return site

  async function respond(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'POST') await verify(new URLSearchParams(await text(request)))
    const { status, type, body } = answerTo(request)
    response.writeHead(status, { 'content-type': type }).end(body)
  }

  function answerTo({ method, url = '/' }: IncomingMessage) {
    if (url.startsWith('/xrpc/app.bsky.actor.getProfile?actor=jay.example'))
      return { status: site.profile ? 200 : 502, type: 'application/json', body: JSON.stringify(site.profile) }
    if (url.startsWith('/xrpc/app.bsky.feed.getAuthorFeed?actor=jay.example'))
      return { status: 200, type: 'application/json', body: JSON.stringify({ feed: site.feed }) }
    if (method === 'POST') return { status: 200, type: 'text/html', body: '' }
    const body = site.pages[url]
    return { status: body === undefined ? 410 : 200, type: 'text/html', body: body ?? '' }
  }

  /** Fetches the source, as webmention receivers do. */
  async function verify(form: URLSearchParams) {
    const [source, target] = [form.get('source')!, form.get('target')!]
    const found = await fetch(source)
    site.received.push({ source, status: found.status, isLinked: (await found.text()).includes(`href="${target}"`) })
  }

  async function close() {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
