import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished, test, vi } from 'vitest'
import { patienceMs } from './support/patience.ts'
import { preparedDataDir } from './support/prepared-database.ts'
import { type RunningSite, startSite } from './support/site.ts'
import { png } from './support/storage.ts'

/** Suspends the embedded PostgreSQL without ending it, as if the machine were swapping or the disk were hanging. */
function hangDatabase(dataDir: string): () => void {
  const [postmaster = ''] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' }).trim().split('\n')
  const all = [postmaster, ...children].map(Number)
  const signal = (name: NodeJS.Signals) => {
    for (const pid of all) process.kill(pid, name)
  }
  signal('SIGSTOP')
  let isStopped = true
  const goOn = () => {
    if (isStopped) signal('SIGCONT')
    isStopped = false
  }
  onTestFinished(goOn)
  return goOn
}

async function siteOf(dataDir: string) {
  const site: RunningSite = await startSite(dataDir)
  onTestFinished(async () => void (await site.stop()))
  const account = {
    email: 'ada@devstead.test',
    password: 'loom-and-engine',
    data: { username: 'ada', fullName: 'Ada L' },
  }
  const send = async <Body>(
    target: string,
    body: unknown,
    token = '',
  ): Promise<{ status: number; body: Body; wait: number }> => {
    const isForm = body instanceof FormData
    const answer = await fetch(site.url + target, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as Body,
      wait: Number(answer.headers.get('retry-after')),
    }
  }
  const read = async (target: string) => {
    const answer = await fetch(new URL(target, site.url))
    return { status: answer.status, cacheStatus: answer.headers.get('cache-status'), text: await answer.text() }
  }
  const { body } = await send<{ access_token: string }>('/auth/v1/signup', account)
  return { send, read, token: body.access_token }
}

test(
  'serves cached pages and rejects writes with Retry-After while the database hangs, then recovers',
  { timeout: 600_000 },
  async () => {
    const { dataDir, remove } = await preparedDataDir()
    onTestFinished(remove)
    const { send, read, token } = await siteOf(dataDir)
    const { id } = (await send<{ id: number }>('/api/posts', { content: 'Before the outage' }, token)).body
    const form = new FormData()
    form.set('bucketName', 'post-images')
    form.set('file', new File([await png()], 'a.png', { type: 'image/png' }))
    const picture = (await send<{ publicUrl: string }>('/api/storage/upload', form, token)).body.publicUrl
    const pages = ['/', `/post/${id}`, '/profile/ada', '/rss.xml']
    for (const page of [...pages, picture]) assert.equal((await read(page)).status, 200, page)

    const goOn = hangDatabase(dataDir)
    for (const page of pages) {
      await vi.waitFor(async () => assert.match(String((await read(page)).cacheStatus), /database-away/), patienceMs)
      const { status, text } = await read(page)
      assert.deepEqual([page, status], [page, 200])
      assert.match(text, /Before the outage|Ada L/, page)
    }
    assert.equal((await read(picture)).status, 200)
    const begunMs = performance.now()
    const refused = await Promise.all(
      Array.from({ length: 20 }, () => send('/api/posts', { content: 'During the outage' }, token)),
    )
    for (const { status, wait } of refused) assert.deepEqual([status, wait > 0], [503, true])
    // Without the circuit breaker, each request would wait for the time limit of ten seconds.
    assert.ok(performance.now() - begunMs < 8000)
    assert.equal((await read('/readyz')).status, 503)
    assert.equal((await read('/healthz')).status, 200)

    goOn()
    await vi.waitFor(async () => assert.equal((await read('/readyz')).status, 200), patienceMs)
    assert.equal((await send('/api/posts', { content: 'After the outage' }, token)).status, 201)
    await vi.waitFor(async () => {
      const { cacheStatus, text } = await read('/')
      assert.equal(cacheStatus, null)
      assert.match(text, /After the outage/)
    }, patienceMs)
    assert.doesNotMatch((await read('/')).text, /During the outage/)
  },
)
