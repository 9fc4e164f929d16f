import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { onTestFinished, test } from 'vitest'
import { createArchiveLink } from '#features/admin/archives/archives.contract.ts'
import {
  createImportRun,
  ImportRun,
  ImportRuns,
  listImportRuns,
  partBytes,
  startImportRun,
  uploadImportPart,
} from '#features/admin/import-runs/import-runs.contract.ts'
import { UploadAnswer, uploadPicture } from '#features/writing/uploads/uploads.contract.ts'
import { testDatabaseUrl } from './support/database.ts'
import { startS3 } from './support/s3-server.ts'
import { type RunningSite, startSite, temporaryDataDir } from './support/site.ts'
import { png } from './support/storage.ts'
import { until } from './support/streaming.ts'

interface Asked {
  token?: string
  body?: FormData | Uint8Array<ArrayBuffer> | object
}

async function ask(site: RunningSite, method: string, path: string, { token, body }: Asked = {}): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Uint8Array)
  const type = isJson ? 'application/json' : body instanceof Uint8Array ? 'application/octet-stream' : null
  return fetch(site.url + path, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    redirect: 'manual',
  })
}
async function json(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  assert.ok(response.ok, `${response.status} ${response.ok ? '' : await response.text()}`)
  return response.json()
}

/** Starts two servers that share a database and a bucket. Each has its own disk. */
async function twoMachines() {
  const s3 = await startS3()
  const settings = {
    ...s3.environment,
    S3_PREFIX: 'devstead',
    DATABASE_URL: await testDatabaseUrl(),
    SITE_URL: 'http://devstead.test',
    IDENTITY_KEY: randomBytes(32).toString('hex'),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }
  async function open() {
    const { dataDir, remove } = temporaryDataDir()
    const site = await startSite(dataDir, settings)
    onTestFinished(async () => {
      await site.stop()
      remove()
    })
    return site
  }
  const [here, there] = [await open(), await open()]
  const account = {
    email: 'ada@devstead.test',
    password: 'loom-and-engine',
    data: { username: 'ada', fullName: 'Ada' },
  }
  const { access_token: token } = (await json(ask(here, 'POST', '/auth/v1/signup', { body: account }))) as {
    access_token: string
  }
  await json(ask(here, 'GET', '/api/users/me', { token }))
  return { s3, here, there, token }
}

async function upload(site: RunningSite, token: string) {
  const body = new FormData()
  body.append('bucketName', 'post-images')
  body.append('file', new File([await png()], 'a.png'))
  return ask(site, 'POST', uploadPicture.path, { token, body })
}

test('serves pictures, imports, and archives from two machines without a shared disk', async () => {
  const { s3, here, there, token } = await twoMachines()
  const { address } = UploadAnswer.parse(await json(upload(here, token)))
  const pictures = [await fetch(here.url + address), await fetch(there.url + address)]
  assert.deepEqual(
    pictures.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(await pictures[0]!.bytes(), await pictures[1]!.bytes())

  const [article] = JSON.parse(readFileSync('tests/fixtures/imports/dev-to.json', 'utf8')) as object[]
  const bytes = Buffer.alloc(2 * partBytes + 1000, ' ')
  bytes.write(JSON.stringify([article]))
  const started = { name: 'articles.json', sizeBytes: bytes.length, oldSite: null }
  let run = ImportRun.parse(await json(ask(here, 'POST', createImportRun.path, { token, body: started })))
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const part = bytes.subarray(offset, offset + partBytes)
    const path = `${uploadImportPart.href({ id: run.id })}?offset=${offset}`
    const site = offset === 0 ? here : there
    run = ImportRun.parse(await json(ask(site, 'PUT', path, { token, body: part })))
  }
  assert.equal(run.state, 'uploaded')
  const importKeys = () => s3.keys().filter((key) => key.startsWith('devstead/imports/'))
  assert.equal(importKeys().length, 3)
  await json(ask(there, 'PUT', startImportRun.href({ id: run.id }), { token }))
  const current = async () =>
    ImportRuns.parse(await json(ask(here, 'GET', listImportRuns.path, { token }))).runs.find(({ id }) => id === run.id)
  await until(async () => ['done', 'failed'].includes((await current())!.state), 'the end of the import')
  assert.deepEqual([(await current())!.state, (await current())!.error], ['done', null])
  await until(() => importKeys().length === 0, 'the end of the file')

  const { url } = (await json(ask(here, 'POST', createArchiveLink.path, { token }))) as { url: string }
  const archive = await fetch(new URL(url, there.url))
  const zip = Buffer.from(await archive.arrayBuffer())
  assert.equal(archive.status, 200)
  assert.ok(zip.includes(`media/`), 'the archive contains the picture')

  for (const { dataDir } of [here, there])
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => !['cache', 'imports'].includes(name)),
      [],
    )
  assert.ok(s3.keys().every((key) => key.startsWith('devstead/')))
})

test('starts and serves pages while the bucket is unavailable, and recovers on its own', async () => {
  const { s3, here, there, token } = await twoMachines()
  const { address } = UploadAnswer.parse(await json(upload(here, token)))
  s3.fail(() => ({ status: 503, code: 'SlowDown' }))
  await there.kill()
  await there.again()
  assert.equal((await fetch(there.url)).status, 200)
  const refused = await fetch(there.url + address)
  assert.deepEqual([refused.status, refused.headers.has('retry-after')], [503, true])
  const rejected = await upload(there, token)
  assert.equal(rejected.status, 503)
  assert.match(await rejected.text(), /This site’s file storage is unavailable/)
  s3.recover()
  await until(async () => (await fetch(there.url + address)).status === 200, 'the picture')
  await until(async () => (await upload(there, token)).status === 200, 'an upload')
})

test('does not start with wrong credentials or another site’s bucket', async () => {
  const s3 = await startS3()
  const [databaseUrl, identityKey] = [await testDatabaseUrl(), randomBytes(32).toString('hex')]
  const open = async (more: Record<string, string>) => {
    const { dataDir, remove } = temporaryDataDir()
    onTestFinished(remove)
    const site = await startSite(dataDir, {
      ...s3.environment,
      DATABASE_URL: databaseUrl,
      IDENTITY_KEY: identityKey,
      ...more,
    })
    await site.stop()
  }
  await assert.rejects(open({ S3_SECRET_ACCESS_KEY: 'wrong' }), /rejected the request/)
  s3.objects.set('site-id', { bytes: Buffer.from('other'), etag: '""', type: '', modifiedAt: new Date() })
  await assert.rejects(open({}), /contains another site’s files/)
})
