import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished, test } from 'vitest'
import { preparedDataDir } from './support/prepared-database.ts'
import { type RunningSite, startSite } from './support/site.ts'

// The site as run by `npm start`, and another site whose pages like a post.

const count = 120
/** Slow enough for the site to be killed before it has verified all webmentions. */
const answerMs = 150
const siteUrl = 'http://devstead.test'

async function likingSite() {
  const asked = new Set<string>()
  const server = http.createServer((request, answer) => {
    asked.add(request.url ?? '')
    answer.setHeader('content-type', 'text/html')
    const page = `<div class="h-entry"><a class="u-like-of" href="${siteUrl}/post/1">x</a></div>`
    setTimeout(() => answer.end(page), answerMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const post = (url: string, body: object, token?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

async function registered(site: RunningSite): Promise<string> {
  const data = { username: 'ada', fullName: 'Ada Lovelace' }
  const account = { email: 'ada@devstead.test', password: 'loom-and-engine', data }
  const answer = await post(`${site.url}/auth/v1/signup`, account)
  return ((await answer.json()) as { access_token: string }).access_token
}

test(
  'loses no webmentions from a burst when the process is killed while verifying them',
  { timeout: 600_000 },
  async () => {
    const { dataDir, remove } = await preparedDataDir()
    onTestFinished(remove)
    const other = await likingSite()
    const settings = { SITE_URL: siteUrl, OUTBOUND_ALLOW: other.host, RATE_LIMITS: 'off' }
    const first = await startSite(dataDir, settings)
    const token = await registered(first)
    assert.equal((await post(`${first.url}/api/posts`, { content: 'A post' }, token)).status, 201)

    const durations: number[] = []
    async function send(number: number): Promise<void> {
      const startedMs = performance.now()
      const body = new URLSearchParams({ source: `http://${other.host}/${number}`, target: `${siteUrl}/post/1` })
      const answer = await fetch(`${first.url}/webmention`, { method: 'POST', body })
      durations.push(performance.now() - startedMs)
      assert.equal(answer.status, 201)
    }
    for (let number = 0; number < count; number += 10)
      await Promise.all(Array.from({ length: 10 }, (_, index) => send(number + index)))
    const p95 = durations.toSorted((a, b) => a - b)[Math.floor(count * 0.95)]!
    console.warn(`${count} webmentions: p95 ${p95.toFixed(1)} ms; sources fetched by then: ${other.asked.size}`)
    await first.kill()
    assert.ok(other.asked.size < count, 'the process was killed too late')

    const again = await startSite(dataDir, settings)
    onTestFinished(async () => void (await again.stop()))
    const waiting = async () => {
      const answer = await fetch(`${again.url}/api/admin/comments/pending-count`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await answer.json()) as { count: number }).count
    }
    const startedMs = performance.now()
    for (let tries = 0; tries < 900 && (await waiting()) < count; tries++) await sleep(100)
    console.warn(`All verified ${((performance.now() - startedMs) / 1000).toFixed(1)} s after the second start`)
    assert.equal(await waiting(), count)
  },
)
