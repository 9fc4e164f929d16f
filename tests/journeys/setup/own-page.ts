import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { startSite, type RunningSite, temporaryDataDir } from '../../site.ts'
import { test as journey } from './journey.ts'

/** Another site with one page, which a member calls theirs. */
interface OwnPage {
  url: string
  /** What stands there from now on. */
  show: (html: string) => void
}

/** A journey through a site that may fetch from the member's own page on loopback. */
export const test = journey.extend<object, { ownPage: OwnPage; site: RunningSite }>({
  ownPage: [
    async ({ browserName: _browserName }, use) => {
      let html = ''
      const server = http.createServer((_request, answer) => {
        answer.writeHead(200, { 'content-type': 'text/html' }).end(html)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      await use({ url: `http://127.0.0.1:${port}/`, show: (text) => (html = text) })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ ownPage }, use) => {
      const { dataDir, remove } = temporaryDataDir()
      const settings = { TRUST_PROXY: '1', LOG_LEVEL: 'warn', OUTBOUND_ALLOW: new URL(ownPage.url).host }
      const site = await startSite(dataDir, settings)
      await use(site)
      expect(await site.stop(), site.output()).toBe(0)
      remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
