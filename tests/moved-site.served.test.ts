import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { type Db, inTransaction, one, run, sql } from '#kernel/db.ts'
import { jpeg } from './support/storage.ts'
import { type ServedSite, servedSite } from './trust/setup/served-site.ts'

const laptop = 'http://127.0.0.1:3000'
const domain = 'https://ada.example'

/** Starts the same site at another URL, with the same database and DATA_DIR. */
function movingSite() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-moving-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return (siteUrl: string) => servedSite({ SITE_URL: siteUrl, DATA_DIR: folder })
}

async function call<Body>(site: ServedSite, method: string, target: string, token: string, body?: unknown) {
  const answer = await site.ask(target, { method, token, ...(body !== undefined && { body }) })
  assert.ok(answer.status < 300, `${method} ${target}: ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text) as Body
}

async function upload(site: ServedSite, token: string, bucket: string): Promise<string> {
  const form = new FormData()
  form.set('bucketName', bucket)
  form.set('file', new File([await jpeg(600, 400)], 'a.jpg', { type: 'image/jpeg' }))
  const request = new Request('http://here/', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type')! }
  const body = new Uint8Array(await request.arrayBuffer())
  const answer = await site.ask('/api/storage/upload', { method: 'POST', token, headers, body })
  return (JSON.parse(answer.text) as { publicUrl: string }).publicUrl
}

/** Creates Ada, with a picture in every field that can contain one, using the absolute URLs that uploads return. */
async function fillSite(site: ServedSite) {
  const token = await site.register('ada')
  const [face, shot, photo] = await Promise.all(
    ['profile-images', 'project-images', 'post-images'].map((bucket) => upload(site, token, bucket)),
  )
  await call(site, 'POST', '/api/settings/update', token, { profileImage: face })
  const input = { title: 'The Engine', description: 'Weaves algebraic patterns', thumbnailUrl: shot, technologies: [] }
  const project = await call<{ id: number }>(site, 'POST', '/api/projects', token, input)
  const sponsor = { displayName: 'Bob', profileImage: face }
  await call(site, 'POST', '/api/sponsors', token, sponsor)
  const post = await call<{ id: number }>(site, 'POST', '/api/posts', token, { content: `![A loom](${photo})` })
  return { face: face!, shot: shot!, photo: photo!, project, post }
}

async function assertPicturesLoad(site: ServedSite, page: string, least: number): Promise<void> {
  const { text } = await site.ask(page)
  const sources = [...text.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src]) => src!)
  assert.ok(sources.length >= least, `${page} has ${sources.length} pictures`)
  for (const src of sources) {
    assert.match(src, /^\/(?!\/|image-proxy)/, page)
    assert.equal((await site.ask(src)).status, 200, src)
  }
}

const pagesOf = ({ project, post }: Awaited<ReturnType<typeof fillSite>>) =>
  [
    ['/', 2],
    ['/profile/ada', 1],
    ['/projects', 2],
    [`/projects/${project.id}`, 2],
    [`/post/${post.id}`, 2],
  ] as const

async function untilRendered(db: Db): Promise<void> {
  while (await one(db)`select from all_posts where render_version < 1`) await new Promise((go) => setTimeout(go, 50))
}

test('still loads pictures after the site has moved to another URL, even in re-rendered posts', async () => {
  const at = movingSite()
  const before = await at(laptop)
  const made = await fillSite(before)
  for (const [page, least] of pagesOf(made)) await assertPicturesLoad(before, page, least)
  const sponsor = await one<{ picture: string }>(before.db)`select picture from sponsors`
  assert.equal(sponsor?.picture, made.face.replace(laptop, ''))
  await run(before.db)`update all_posts set render_version = 0`
  const after = await at(domain)
  await untilRendered(after.db)
  for (const [page, least] of pagesOf(made)) await assertPicturesLoad(after, page, least)
})

test('repairs URLs stored by earlier versions, and leaves URLs of pictures on other sites unchanged', async () => {
  const at = movingSite()
  const site = await at(laptop)
  const { db } = site
  const { face, shot, photo, ...made } = await fillSite(site)
  const foreign = 'https://other.example/storage/v1/object/public/profile-images/1/nobody.webp'
  await run(db)`update all_members set profile_image = ${face}`
  await run(db)`update all_projects set thumbnail_url = ${shot}, thumbnail_src = ${shot},
    thumbnail_srcset = ${`${shot}.480w.webp 480w, ${shot} 600w`}`
  await run(db)`update sponsors set picture = ${foreign}`
  await run(db)`update all_posts set content_html = '<p><img src="/image-proxy/broken" alt=""></p>'`

  const migration = readFileSync(path.resolve(import.meta.dirname, '../migrations/0061-site-urls.sql'), 'utf8')
  await inTransaction(db, async (db) => void (await sql.raw(`drop table site_urls; ${migration}`).execute(db)))
  const after = await at(domain)
  await untilRendered(db)
  for (const [page, least] of pagesOf({ face, shot, photo, ...made })) await assertPicturesLoad(after, page, least)
  assert.deepEqual(await one(db)`select picture from sponsors`, { picture: foreign })
  assert.deepEqual(await one(db)`select content from all_posts`, { content: `![A loom](${photo})` })
})
