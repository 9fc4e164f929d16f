import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { startSite, temporaryDataDir } from '../site.ts'
import { callAs, register, test as journey } from './setup/journey.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

interface OtherSite {
  host: string
  page: string
  /** The sources that it has heard of, and whether it found itself linked there. */
  heard: { source: string; status: number; isLinked: boolean }[]
}

/** A journey through a site that may ask another one on this machine, which looks at the source as receivers do. */
const test = journey.extend<object, { other: OtherSite }>({
  other: [
    async ({ browserName: _browserName }, use) => {
      const heard: OtherSite['heard'] = []
      const hear = async (form: URLSearchParams) => {
        const [source, target] = [form.get('source')!, form.get('target')!]
        const found = await fetch(source)
        heard.push({ source, status: found.status, isLinked: (await found.text()).includes(`href="${target}"`) })
      }
      const respond = async (request: http.IncomingMessage, answer: http.ServerResponse) => {
        answer.setHeader('content-type', 'text/html')
        if (request.method === 'POST') await hear(new URLSearchParams(await text(request)))
        answer.end('<p>Hello <link rel="webmention" href="/endpoint">')
      }
      const server = http.createServer((request, answer) => void respond(request, answer))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      await use({ host, page: `http://${host}/page`, heard })
      server.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ other }, use) => {
      const { dataDir, remove } = temporaryDataDir()
      const site = await startSite(dataDir, { TRUST_PROXY: '1', LOG_LEVEL: 'warn', OUTBOUND_ALLOW: other.host })
      await use(site)
      expect(await site.stop(), site.output()).toBe(0)
      remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ expectedFaults: ['status of 404', 'status of 410'] })

test('a site that a post links to hears of it, of an edit and of the end; its author sees what came of it', async ({
  page,
  browser,
  baseURL,
  isMobile,
  other,
}) => {
  test.setTimeout(120_000)
  const name = isMobile ? 'teller-phone' : 'teller-desk'
  await register(page, name)
  const content = `I liked [this](${other.page}).`
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content })
  const source = `${baseURL}/post/${id}`
  await expect.poll(() => other.heard).toEqual([{ source, status: 200, isLinked: true }])

  await page.goto(`/post/${id}`)
  await hasNoFaults(page)
  await page.getByRole('link', { name: 'Sent webmentions' }).click()
  await page.waitForURL(`/post/${id}/mentions`)
  const row = page.getByRole('list', { name: '1 webmention' }).getByRole('listitem')
  await expect(row).toContainText(`${other.host}/page`)
  await expect(row).toContainText('The site has accepted it (200).')
  await hasNoFaults(page)
  await row.getByRole('button', { name: /^Send again/ }).click()
  await expect(page.getByText('It is sent again')).toBeVisible()
  await expect.poll(() => other.heard.length).toBe(2)

  const anonymous = await browser.newContext({ baseURL: baseURL! })
  const visitor = await anonymous.newPage()
  await visitor.goto(`/post/${id}/mentions`)
  await visitor.waitForURL(/\/login\?next=/)
  await anonymous.close()

  await callAs(page, 'PATCH', `/api/posts/${id}`, { content: 'I liked it no more.' })
  await expect.poll(() => other.heard.at(-1)).toEqual({ source, status: 200, isLinked: false })
  await page.reload()
  await expect(row).toContainText('Link removed')
  await callAs(page, 'PATCH', `/api/posts/${id}`, { content })
  await expect.poll(() => other.heard.at(-1)).toEqual({ source, status: 200, isLinked: true })
  await callAs(page, 'DELETE', `/api/posts/${id}`)
  await expect.poll(() => other.heard.at(-1)).toEqual({ source, status: 410, isLinked: false })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Post Not Found' })).toBeVisible()
})

test('a post without links says that there is nobody to tell, and that of somebody else is not found', async ({
  page,
  browser,
  baseURL,
  isMobile,
}) => {
  await register(page, isMobile ? 'quiet-phone' : 'quiet-desk')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'No links' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Post options' }).first().click()
  await page.getByRole('menuitem', { name: 'Sent webmentions' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody to tell' })).toBeVisible()
  await hasNoFaults(page)
  const context = await browser.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { 'x-forwarded-for': isMobile ? '10.9.1.1' : '10.9.1.2' },
  })
  const stranger = await context.newPage()
  await register(stranger, isMobile ? 'curious-phone' : 'curious-desk')
  await stranger.goto(`/post/${id}/mentions`)
  await expect(stranger.getByRole('heading', { name: 'Post Not Found' })).toBeVisible()
  await context.close()
})
