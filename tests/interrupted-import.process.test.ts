import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { onTestFinished, test, vi } from 'vitest'
import { many, one } from '#kernel/db.ts'
import type { ImportRun, ImportRuns } from '#features/admin/import-runs/import-runs.contract.ts'
import { testDatabaseUrl, testDb, testIdentityKey } from './support/database.ts'
import { folderOf } from './support/folders.ts'
import { patienceMs } from './support/patience.ts'
import { startSite, temporaryDataDir } from './support/site.ts'

const count = 400
const text = 'An article needs at least fifty characters, and this one has more.'

/** Returns the id of the process that runs the site's import. */
function importProcess(dataDir: string): number {
  const isOurs = (name: string) => {
    try {
      const read = (file: string) => fs.readFileSync(`/proc/${name}/${file}`, 'utf8')
      return read('cmdline').includes('import-child') && read('environ').split('\0').includes(`DATA_DIR=${dataDir}`)
    } catch {
      return false
    }
  }
  return Number(fs.readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOurs(name)))
}

test(
  'continues an import after the site was killed, and deletes the files unpacked by the killed process',
  { timeout: 600_000 },
  async () => {
    const db = await testDb()
    const { dataDir, remove } = temporaryDataDir()
    const settings = { DATABASE_URL: await testDatabaseUrl(), IDENTITY_KEY: testIdentityKey, RATE_LIMITS: 'off' }
    const site = await startSite(dataDir, settings)
    onTestFinished(async () => {
      await site.stop()
      remove()
    })
    let token = ''
    async function ask<Body>(method: string, target: string, body?: unknown): Promise<Body> {
      const isFile = body instanceof Uint8Array
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
      }
      const sent = body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }
      const answer = await fetch(site.url + target, { method, headers, ...sent })
      assert.ok(answer.ok, `${method} ${target}: ${answer.status}`)
      return (await answer.json()) as Body
    }
    const data = { username: 'ada', fullName: 'Ada Lovelace' }
    const account = { email: 'ada@devstead.test', password: 'loom-and-engine', data }
    token = (await ask<{ access_token: string }>('POST', '/auth/v1/signup', account)).access_token

    const files = Array.from({ length: count }, (_, at) => [
      `posts/${at}.md`,
      `---\ntitle: Article ${at}\ndate: 2020-01-01\n---\n\n${text}\n`,
    ])
    const folder = await folderOf(Object.fromEntries(files))
    execFileSync('tar', ['-czf', path.join(folder, 'blog.tar.gz'), '-C', folder, 'posts'])
    const bytes = fs.readFileSync(path.join(folder, 'blog.tar.gz'))
    const name = 'blog.tar.gz'
    const { id } = await ask<ImportRun>('POST', '/api/imports', { name, sizeBytes: bytes.length, oldSite: null })
    await ask('PUT', `/api/imports/${id}/file?offset=0`, bytes)
    await ask('PUT', `/api/imports/${id}/start`)

    const posts = async () => (await one<{ count: number }>(db)`select count(*)::int from all_posts`)!.count
    await vi.waitFor(async () => assert.ok((await posts()) > 10), { timeout: 2 * patienceMs, interval: 20 })
    process.kill(importProcess(dataDir), 'SIGKILL')
    await site.kill()
    const unpacked = () => fs.readdirSync(path.join(dataDir, 'import-temp'))
    assert.equal(unpacked().length, 1)
    const left = unpacked()[0]!
    assert.ok((await posts()) < count)

    await site.again()
    await vi.waitFor(() => assert.ok(!unpacked().includes(left)), { timeout: patienceMs, interval: 100 })
    const run = async () => (await ask<ImportRuns>('GET', '/api/imports')).runs[0]!
    await vi.waitFor(async () => assert.equal((await run()).state, 'done'), { timeout: 2 * patienceMs, interval: 500 })
    assert.equal(await posts(), count)
    assert.deepEqual(await many(db)`select title from all_posts group by title having count(*) > 1`, [])
    assert.deepEqual(unpacked(), [])
  },
)
