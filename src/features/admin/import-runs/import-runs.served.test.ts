import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test, vi } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import { getViewer } from '#features/people/profiles/profiles.contract.ts'
import { changeRole } from '#features/people/profiles/roles.contract.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'
import { type ImportRun, type ImportRuns, partBytes, type ReportExcerpt } from './import-runs.contract.ts'

const fixture = (name: string) => readFile(path.resolve('tests/fixtures/imports', name))

async function importSite(settings: Record<string, string> = {}) {
  const site = await servedSite(settings)
  const token = await site.register('alice')
  const ask = async (method: string, target: string, body?: unknown, by: string | null = token) => {
    const isFile = body instanceof Uint8Array
    const headers = isFile ? { 'content-type': 'application/octet-stream' } : {}
    const { status, text } = await site.ask(target, { method, token: by, body, headers })
    return { status, body: (text === '' ? null : JSON.parse(text)) as never, text }
  }
  const call = async <Body>(method: string, target: string, body?: unknown): Promise<Body> => {
    const answer = await ask(method, target, body)
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  async function upload(name: string, bytes: Buffer, oldSite: string | null = null): Promise<ImportRun> {
    let run = await call<ImportRun>('POST', '/api/imports', { name, sizeBytes: bytes.length, oldSite })
    for (let offset = 0; offset < bytes.length; offset += partBytes)
      run = await call(
        'PUT',
        `/api/imports/${run.id}/file?offset=${offset}`,
        bytes.subarray(offset, offset + partBytes),
      )
    return run
  }
  const find = async (id: number) => (await call<ImportRuns>('GET', '/api/imports')).runs.find((one) => one.id === id)!
  const until = (id: number, ...states: ImportRun['state'][]) =>
    vi.waitFor(
      async () => {
        const run = await find(id)
        assert.ok(states.includes(run.state), `${run.state} ${run.error}`)
        return run
      },
      { timeout: patienceMs, interval: 100 },
    )
  async function perform(id: number, what: 'check' | 'start'): Promise<ReportExcerpt> {
    await call('PUT', `/api/imports/${id}/${what}`)
    await until(id, what === 'check' ? 'checked' : 'done')
    return call('GET', `/api/imports/${id}/excerpt`)
  }
  const postCount = async () =>
    (await one<{ count: number }>(site.db)`select count(*)::int as count from all_posts`)!.count
  const files = () => {
    const folder = path.join(site.config.dataDir, 'imports')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  /** Runs the hourly job, as if all files had been written a while ago. */
  async function sweep() {
    const past = new Date(Date.now() - 3_600_000)
    for (const name of files()) utimesSync(path.join(site.config.dataDir, 'imports', name), past, past)
    await run(site.db)`select graphile_worker.add_job('import-runs.sweep', '{}', job_key := 'sweep of a test')`
    const waiting = () => many(site.db)`select from graphile_worker.jobs where key = 'sweep of a test'`
    await vi.waitFor(async () => assert.deepEqual(await waiting(), []), { timeout: patienceMs, interval: 50 })
  }
  return { ...site, site, sweep, token, ask, call, upload, find, until, perform, postCount, files }
}

/** Returns a dev.to export with so many articles that importing them takes a few seconds. */
const manyArticles = (count: number): Buffer =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: count }, (_, at) => ({
        ...(JSON.parse(readFileSync('tests/fixtures/imports/dev-to.json', 'utf8')) as object[])[0],
        id: at + 1,
        title: `Article number ${at + 1}`,
        slug: `article-number-${at + 1}`,
        path: `/alice/article-number-${at + 1}`,
        url: `https://dev.to/alice/article-number-${at + 1}`,
        canonical_url: `https://dev.to/alice/article-number-${at + 1}`,
      })),
    ),
  )

/** Returns the ids of the processes that import for this test. */
const childProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        const isOurs = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(process.pid)
        return isOurs && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('import-child')
      } catch {
        return false
      }
    })

test('checks an export, imports it, reports the result, and changes nothing the second time', async () => {
  const t = await importSite()
  const bytes = await fixture('wordpress.xml')
  const run = await t.upload('my blog.WordPress.xml', bytes, 'old.example')
  assert.deepEqual([run.state, run.receivedBytes, run.oldSite], ['uploaded', bytes.length, 'https://old.example'])
  const checked = await t.perform(run.id, 'check')
  assert.equal(checked.report.isDryRun, true)
  assert.ok(checked.counts.posts > 0)
  assert.equal(await t.postCount(), 0)
  assert.equal(t.files().length, 1)

  const imported = await t.perform(run.id, 'start')
  assert.equal(imported.report.isDryRun, false)
  assert.equal(imported.counts.posts, checked.counts.posts)
  const count = await t.postCount()
  assert.ok(count >= imported.counts.posts)
  for (const { address } of imported.report.posts) assert.equal((await t.site.ask(address!)).status, 200, address!)
  const { report, text } = await t.call<{ report: object; text: string }>('GET', `/api/imports/${run.id}/report`)
  assert.deepEqual(report, imported.report)
  assert.match(text, /^Imported \(WordPress/)
  assert.doesNotMatch(JSON.stringify(report), new RegExp(t.config.dataDir))
  assert.deepEqual(t.files(), [])
  const ended = await t.find(run.id)
  assert.deepEqual([ended.done, ended.error], [ended.total, null])

  const again = await t.upload('my blog.WordPress.xml', bytes)
  const repeated = await t.perform(again.id, 'start')
  assert.deepEqual([repeated.counts.posts, repeated.counts.drafts], [0, 0])
  assert.ok(repeated.report.alreadyImported >= imported.counts.posts)
  assert.equal(await t.postCount(), count)
  assert.deepEqual(t.logged(50), [])
})

test('explains why a file cannot be imported, without revealing its path on the server', async () => {
  const t = await importSite()
  const run = await t.upload('notes.json', Buffer.from('{"hello": "world"}'))
  await t.call('PUT', `/api/imports/${run.id}/check`)
  const { error, hasReport } = await t.until(run.id, 'failed')
  assert.ok(error && error.length > 10 && !error.includes(t.config.dataDir), error ?? '')
  assert.equal(hasReport, false)
  assert.equal((await t.ask('GET', `/api/imports/${run.id}/report`)).status, 404)
  assert.deepEqual(t.files(), [])
})

test('shows names and reasons in the reader’s language, including reasons that were stored in English', async () => {
  const t = await importSite()
  const articles = JSON.parse(String(await fixture('dev-to.json'))) as object[]
  const { id } = await t.upload('articles.json', Buffer.from(JSON.stringify([...articles, {}])))
  await t.perform(id, 'check')
  async function rejected(language: string) {
    const headers = { 'accept-language': language }
    const { text } = await t.site.ask(`/api/imports/${id}/report`, { token: t.token, headers })
    const { report } = JSON.parse(text) as { report: { rejected: { key: string; why: string }[] }; text: string }
    return report.rejected.map(({ key, why }) => `${key}: ${why}`)
  }
  const number = articles.length + 1
  assert.deepEqual(await rejected('en'), [`Post ${number}: it lacks required fields`])
  assert.deepEqual(await rejected('de'), [`Beitrag ${number}: es fehlen Pflichtfelder`])
  await run(t.site.db)`update import_runs set report = jsonb_set(report, '{rejected,0,why}', '"it has no text"')`
  assert.deepEqual(await rejected('de'), [`Beitrag ${number}: hat keinen Text`])
})

test('rejects unsupported file types, oversized files, and invalid addresses with a reason', async () => {
  const t = await importSite({ IMPORT_MAX_MB: '1' })
  const post = (body: object) => t.ask('POST', '/api/imports', { sizeBytes: 10, oldSite: null, name: 'a.zip', ...body })
  for (const [body, status, reason] of [
    [{ name: 'blog.rar' }, 400, /can’t be imported/],
    [{ name: 'zip' }, 400, /can’t be imported/],
    [{ name: 'bluesky:nobody' }, 400, /Enter a handle/],
    [{ sizeBytes: 0 }, 400, /is empty/],
    [{ sizeBytes: -1 }, 400, /negative/],
    [{ sizeBytes: 1024 ** 2 + 1 }, 413, /at most 1 MB/],
    [{ oldSite: 'not an address' }, 400, /URL of your old site/],
    [{ oldSite: 'javascript:alert(1)' }, 400, /URL of your old site/],
  ] as const) {
    const answer = await post(body)
    assert.equal(answer.status, status, answer.text)
    assert.match(answer.text, reason)
  }
  const run = await t.call<ImportRun>('POST', '/api/imports', { name: 'a.zip', sizeBytes: 10, oldSite: '' })
  const part = (offset: number, size: number) =>
    t.ask('PUT', `/api/imports/${run.id}/file?offset=${offset}`, Buffer.alloc(size))
  assert.equal((await part(0, 11)).status, 413)
  assert.equal((await part(3, 5)).status, 409)
  assert.equal((await t.ask('PUT', `/api/imports/${run.id}/check`)).status, 409)
  assert.equal((await part(0, 5)).status, 200)
  assert.equal((await part(0, 5)).status, 409)
  assert.equal((await part(5, 5)).status, 200)
  assert.equal((await part(5, 5)).status, 409)
})

test('gives visitors and other members no access to a member’s import', async () => {
  const t = await importSite()
  const bob = await t.register('bob')
  const { id } = await t.upload('wordpress.xml', await fixture('wordpress.xml'))
  const targets = [
    ['PUT', `/api/imports/${id}/file?offset=0`],
    ['PUT', `/api/imports/${id}/check`],
    ['PUT', `/api/imports/${id}/start`],
    ['PUT', `/api/imports/${id}/cancellation`],
    ['GET', `/api/imports/${id}/excerpt`],
    ['GET', `/api/imports/${id}/report`],
  ] as const
  for (const [method, target] of targets) {
    assert.equal((await t.ask(method, target, undefined, null)).status, 401, target)
    assert.equal((await t.ask(method, target, undefined, bob)).status, 404, target)
    assert.equal((await t.ask(method, target.replace(String(id), '999999'))).status, 404, target)
    assert.equal((await t.ask(method, target.replace(String(id), 'x'))).status, 400, target)
  }
  assert.equal((await t.ask('GET', '/api/imports', undefined, null)).status, 401)
  assert.deepEqual(((await t.ask('GET', '/api/imports', undefined, bob)).body as ImportRuns).runs, [])
  assert.equal((await t.find(id)).state, 'uploaded')
})

test('replaces a pending import, and rejects a new import while another is running', async () => {
  const t = await importSite()
  const bytes = await fixture('wordpress.xml')
  const first = await t.upload('wordpress.xml', bytes)
  const runs = await Promise.all(
    [1, 2].map(() => t.ask('POST', '/api/imports', { name: 'b.xml', sizeBytes: 4, oldSite: null })),
  )
  assert.ok(runs.every(({ status }) => status === 201 || status === 409))
  assert.equal((await t.find(first.id)).state, 'canceled')
  const open = await many(t.db)`select from import_runs where state in ('uploading', 'uploaded')`
  assert.equal(open.length, 1)

  const large = await t.upload('articles.json', manyArticles(2000))
  await t.call('PUT', `/api/imports/${large.id}/start`)
  await t.call('PUT', `/api/imports/${large.id}/start`)
  assert.equal((await t.ask('PUT', `/api/imports/${large.id}/check`)).status, 409)
  const second = await t.ask('POST', '/api/imports', { name: 'b.xml', sizeBytes: 4, oldSite: null })
  assert.equal(second.status, 409)
  assert.match(second.text, /still running/)
  await t.call('PUT', `/api/imports/${large.id}/cancellation`)
})

test('cancels a running import, and keeps the posts imported so far', async () => {
  const t = await importSite()
  const run = await t.upload('articles.json', manyArticles(2000))
  await t.call('PUT', `/api/imports/${run.id}/start`)
  await vi.waitFor(async () => assert.ok((await t.find(run.id)).done > 0), { timeout: patienceMs, interval: 100 })
  for (const _ of [1, 2])
    assert.equal((await t.call<ImportRun>('PUT', `/api/imports/${run.id}/cancellation`)).state, 'canceled')
  await vi.waitFor(() => assert.deepEqual(childProcesses(), []), { timeout: patienceMs, interval: 50 })
  const count = await t.postCount()
  assert.ok(count > 0 && count < 2000)
  assert.equal((await t.find(run.id)).state, 'canceled')
  assert.deepEqual(t.files(), [])
  assert.equal((await t.ask('PUT', `/api/imports/${run.id}/start`)).status, 409)
})

test('cancels a running import when its member becomes a reader', async () => {
  const t = await importSite({ OWNER_USERNAME: 'olga' })
  const owner = await t.register('olga')
  const { id } = await t.call<{ id: number }>('GET', getViewer.path)
  const run = await t.upload('articles.json', manyArticles(2000))
  await t.call('PUT', `/api/imports/${run.id}/start`)
  await vi.waitFor(async () => assert.ok((await t.postCount()) > 10), { timeout: patienceMs, interval: 20 })
  assert.equal((await t.ask('PUT', changeRole.href({ id }), { role: 'reader' }, owner)).status, 200)
  assert.equal((await t.find(run.id)).state, 'canceled')
  await vi.waitFor(() => assert.deepEqual(childProcesses(), []), { timeout: patienceMs, interval: 50 })
  assert.ok((await t.postCount()) < 2000)
})

test('resumes an import after its process is killed', async () => {
  const t = await importSite()
  const run = await t.upload('articles.json', manyArticles(300))
  await t.call('PUT', `/api/imports/${run.id}/start`)
  await vi.waitFor(async () => assert.ok((await t.postCount()) > 10), { timeout: patienceMs, interval: 20 })
  const [child] = childProcesses()
  process.kill(child!, 'SIGKILL')
  await t.until(run.id, 'done')
  assert.equal(await t.postCount(), 300)
  const titles = await many(t.db)`select title from all_posts group by title having count(*) > 1`
  assert.deepEqual(titles, [])
})

test('fails with a message if the uploaded file is missing', async () => {
  const t = await importSite()
  const run = await t.upload('wordpress.xml', await fixture('wordpress.xml'))
  rmSync(path.join(t.config.dataDir, 'imports'), { recursive: true })
  await t.call('PUT', `/api/imports/${run.id}/check`)
  assert.match((await t.until(run.id, 'failed')).error!, /not on the machine/)
})

test('ends an import when its member deletes their account, and leaves no data behind', async () => {
  const t = await importSite()
  const run = await t.upload('articles.json', manyArticles(2000))
  await t.call('PUT', `/api/imports/${run.id}/start`)
  await vi.waitFor(async () => assert.ok((await t.postCount()) > 10), { timeout: patienceMs, interval: 20 })
  await t.call('POST', deleteAccount.path, { posts: 'remove' })
  assert.equal(await t.postCount(), 0)
  await vi.waitFor(() => assert.deepEqual(childProcesses(), []), { timeout: patienceMs, interval: 50 })
  const left = await many(t.db)`
    select 'post' from all_posts union all select 'draft' from drafts union all select 'import' from imports
    union all select 'run' from import_runs union all select 'redirect' from redirects`
  assert.deepEqual(left, [])
  await t.sweep()
  assert.deepEqual(t.files(), [])
})

test('deletes old uploads and reports', async () => {
  const t = await importSite()
  const bytes = await fixture('wordpress.xml')
  const imported = await t.upload('wordpress.xml', bytes)
  await t.perform(imported.id, 'start')
  const waiting = await t.upload('wordpress.xml', bytes)
  const age = (id: number, days: number) =>
    run(t.db)`update import_runs set created_at = now() - make_interval(days => ${days}, mins => 1) where id = ${id}`
  await age(imported.id, 89)
  await t.sweep()
  assert.deepEqual([(await t.find(waiting.id)).state, t.files().length], ['uploaded', 1])
  assert.equal((await t.find(imported.id)).hasReport, true)

  await age(waiting.id, 1)
  await age(imported.id, 90)
  await t.sweep()
  const { state, error } = await t.find(waiting.id)
  assert.deepEqual([state, t.files()], ['failed', []])
  assert.match(error!, /Upload the file again/)
  assert.equal((await t.ask('GET', `/api/imports/${imported.id}/report`)).status, 404)
  assert.deepEqual(await many(t.db)`select id from import_runs`, [{ id: waiting.id }])
})

test('sends visitors without JavaScript to the sign-in form, which explains that JavaScript is required', async () => {
  const { ask } = await servedSite()
  const page = await ask('/settings/import')
  const [, signIn] = /<main[^]*?href="(\/auth\?next=[^"]*settings\/import)"/.exec(page.text) ?? []
  assert.ok(signIn, page.text)
  const { status, headers } = await ask(signIn)
  const form = status === 200 ? signIn : headers['location']!
  assert.match((await ask(form)).text, /<noscript><p>You need JavaScript to sign in\./)
})
