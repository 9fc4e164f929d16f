import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished, test, vi } from 'vitest'
import { many, run, sql } from '#kernel/db.ts'
import { createArchiveLink } from '#features/admin/archives/archives.contract.ts'
import { Projects } from '#features/work/projects/projects.contract.ts'
import { backdatePost } from '#features/writing/posts/posts.store.ts'
import { testConnection } from '#tests/support/database.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { jpeg } from '#tests/support/storage.ts'
import { type ServedSite, servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'
import { reportText } from './import-report.contract.ts'
import { runImport } from '#app/run-import.ts'

const newUrl = 'http://new.test'
const draftKey = '0123456789abcdef'.repeat(2)

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const lastYear = '2025-11-24T09:00:00.000Z'
/** The second schedule has failed. */
const schedules = [tomorrow, lastYear]
const failure = 'Title is required for blog posts'

interface Made {
  id: number
  updatedAt: string
  publicUrl: string
}

function calling(site: ServedSite, token: string) {
  const base = `http://127.0.0.1:${site.port}`
  async function call(method: string, target: string, body?: unknown): Promise<Made> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }
    const answer = await fetch(base + target, { method, headers, ...sent })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${target}: ${answer.status} ${text}`)
    return JSON.parse(text) as Made
  }
  async function upload(bucketName: string, width: number): Promise<string> {
    const form = new FormData()
    form.set('file', new File([await jpeg(width, 300)], 'a.jpg', { type: 'image/jpeg' }))
    form.set('bucketName', bucketName)
    return (await call('POST', '/api/storage/upload', form)).publicUrl
  }
  async function archive(): Promise<string> {
    const { url } = (await call('POST', createArchiveLink.path)) as unknown as { url: string }
    const folder = await mkdtemp(path.join(tmpdir(), 'devstead-archive-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'archive.zip')
    await writeFile(file, Buffer.from(await (await fetch(base + url)).arrayBuffer()))
    return file
  }
  return { call, upload, archive }
}

/** Creates every kind of content that an archive contains. @returns the ids of the posts, oldest first */
async function fillSite(site: ServedSite, token: string) {
  const { call, upload, archive } = calling(site, token)
  const publish = (body: object) => call('POST', '/api/posts', body)
  const [cat, loom, face] = [
    await upload('post-images', 1200),
    await upload('post-images', 700),
    await upload('profile-images', 600),
  ]
  const first = await publish({
    content: `The first, with a cat:\n\n![A cat](${cat})\n\n\`![A cat](${cat})\``,
    categoryId: 1,
  })
  const text = 'They weave **algebraic** patterns, and no one asked them to.'
  const article = await publish({
    isLongForm: true,
    tags: ['algebra', 'weaving'],
    title: 'On engines & looms',
    categoryId: 2,
    content: `## Looms\n\n${text}\n\n![A loom](${loom.replace(siteUrl, '')} "Wood")\n\n![The cat again][cat]\n\n[cat]: ${cat}\n\n[The first](/post/${first.id}), [all of it](${siteUrl}/post/${first.id}#h-looms) ${siteUrl}/post/${first.id} [3](https://elsewhere.example/3)[^1]\n\n[^1]: A note`,
  })
  const titled = await publish({
    title: 'A short one with a title',
    content: `${text} ${text} As a post. [Ahead](/post/${article.id})`,
    categoryId: 3,
  })
  const edited = await publish({ content: `Draft of a thought ![A loom](${loom})`, categoryId: 5 })
  const ids = [first.id, article.id, titled.id, edited.id]
  for (const [index, id] of ids.entries())
    await backdatePost(site.db, id, new Date(Date.UTC(2024, index, 3, 4, 5, 6, 789)))
  await call('PATCH', `/api/posts/${edited.id}`, {
    content: `Second thought, see [this](/post/${first.id})`,
    categoryId: 4,
  })
  await call('PATCH', `/api/posts/${edited.id}`, {
    content: 'A thought, at last',
    title: 'Named late',
    language: 'nl',
  })
  const { updatedAt } = await call('GET', `/api/posts/${article.id}`)
  const draft = { title: 'On engines, again', content: `Once more ![A loom](${loom})`, categoryId: 2, updatedAt: null }
  await call('PUT', `/api/drafts/${draftKey}`, { ...draft, postId: article.id, baseUpdatedAt: updatedAt })
  await call('PUT', `/api/drafts/${draftKey.replace('0', '1')}`, {
    title: 'Not even begun',
    content: `See [the first](/post/${first.id}), no post: ${siteUrl}/projects/${first.id}`,
    categoryId: 1,
    postId: null,
    baseUpdatedAt: null,
    updatedAt: null,
  })
  for (const [place, publishAt] of schedules.entries()) {
    const key = draftKey.replace('0', String(place + 2))
    const draft = { title: `Planned ${place}`, content: text.repeat(3), categoryId: 1, postId: null }
    await call('PUT', `/api/drafts/${key}`, { ...draft, baseUpdatedAt: null, updatedAt: null })
    await call('PUT', `/api/drafts/${key}/schedule`, { publishAt: tomorrow, timeZone: 'Europe/Berlin' })
    await run(site.db)`update draft_schedules set publish_at = ${publishAt}, failure = ${place === 0 ? null : failure}
      where draft_key = ${key}`
  }
  await call('POST', '/api/settings/update', {
    displayName: 'Alice Anders',
    title: 'Loom engineer',
    bio: 'Weaves.\n\nAnd *writes* about it.',
    skills: ['Rust', 'SQL'],
    githubUsername: 'alice-weaves',
    profileImage: face,
  })
  await call('PUT', '/api/users/me/links', { links: [{ label: 'Loom', url: 'https://loom.example/' }] })
  const built = { description: 'Woven by an engine.', technologies: ['Rust', 'SQL'], featured: false }
  const { id: lastProject } = await call('POST', '/api/projects', {
    ...built,
    title: 'A loom of one’s own',
    thumbnailUrl: await upload('project-images', 900),
    githubUrl: 'https://github.com/alice-weaves/loom',
  })
  const { id: firstProject } = await call('POST', '/api/projects', {
    ...built,
    title: 'Elsewhere',
    thumbnailUrl: 'https://pictures.example/loom.png',
  })
  await call('PUT', '/api/projects/order', { ids: [firstProject, lastProject] })
  for (const id of [titled.id, first.id]) await call('PUT', `/api/posts/${id}/pin`)
  return { ids, archive }
}

const feeds = ['rss.xml', 'atom.xml', 'feed.json'].flatMap((name) => [
  `/profile/alice/${name}`,
  `/${name}`,
  `/blog/${name}`,
])
const pages = ['/profile/alice', '/', '/blog', ...feeds]
const pagesOfPost = (id: number) => [
  `/post/${id}`,
  `/post/${id}.md`,
  `/post/${id}/versions`,
  `/api/posts/${id}/versions/1`,
]

/** Returns every public document about the member, each split into parts. Normalizes everything that differs between
 *  sites: hosts, ids, file names, join dates, and the bytes of pictures, which are re-encoded. */
async function documentsOf(site: ServedSite, ids: number[]): Promise<Record<string, string[]>> {
  const me = JSON.parse((await site.ask('/api/users/by-username/alice')).text) as { createdAt: string }
  const plain = (text: string) =>
    text
      .replaceAll(me.createdAt, 'JOINED')
      .replaceAll(/https?:\/\/(?:devstead|new)\.test/g, 'SITE')
      .replaceAll(/(?:devstead|new)\.test/g, 'HOST')
      .replaceAll(
        /\/(posts?|cards\/post)\/(\d+)/g,
        (_, kind: string, id: string) => `/${kind}/${ids.includes(Number(id)) ? `#${ids.indexOf(Number(id))}` : id}`,
      )
      .replaceAll(/(?:SITE)?(\/storage\/v1\/object\/public\/[a-z-]+\/)\d+\/[\w-]+/g, '$1PICTURE')
      .replaceAll('](SITE/post/', '](/post/')
      .replaceAll(/(%2Fpost%2F)\d+/g, '$1ID')
      .replaceAll(/\.png\?v=\w+/g, '.png?v=VERSION')
      .replaceAll(/("(?:id|postId)":"?|data-post=")\d+/g, '$1ID')
      .replaceAll(/("slug":"[^"]*"\}\],)\d+/g, '$1ID')
      .replaceAll(/((?:length|fileSize)="|"size_in_bytes":)\d+/g, '$1BYTES')
      .replaceAll(/\/api\/users\/\d+/g, '/api/users/ID')
      .replaceAll(/\/sponsor\/\d+/g, '/sponsor/ID')
  const documents: Record<string, string[]> = {}
  for (const target of [...pages, ...ids.flatMap(pagesOfPost)]) {
    const { status, text } = await followed(site, target)
    assert.equal(status, 200, target)
    documents[plain(target)] = plain(text).split(/(?=<)|(?<=,)/)
  }
  return documents
}

/** Follows the redirect from an article's id to its address. */
async function followed(site: ServedSite, target: string) {
  const answer = await site.ask(target)
  return answer.status === 308 ? site.ask(answer.headers['location']!) : answer
}

/** Returns the member's projects without their picture data. */
async function projectsOf(site: ServedSite): Promise<unknown[]> {
  const projects = Projects.parse(JSON.parse((await site.ask('/api/projects')).text))
  return projects.map(({ title, description, technologies, githubUrl, thumbnail, createdAt, updatedAt }) => ({
    title,
    description,
    technologies,
    githubUrl,
    createdAt,
    updatedAt,
    sizes: thumbnail!.srcset.split(', ').map((one) => one.split(' ')[1]),
    isOwn: thumbnail!.src.includes('/project-images/'),
  }))
}

test('reproduces pages, feeds, revisions, and drafts when an archive is imported into an empty site', async () => {
  const old = await servedSite({ OWNER_USERNAME: 'alice' })
  const { ids, archive } = await fillSite(old, await old.register('alice'))
  const file = await archive()
  const before = await documentsOf(old, ids)
  const built = await projectsOf(old)
  assert.equal(built.length, 2)

  // A running job would interfere.
  const running = () => many(old.db)`select from graphile_worker.jobs where locked_at is not null or run_at <= now()`
  await vi.waitFor(async () => assert.deepEqual(await running(), []), patienceMs)
  await sql`select clean_tables()`.execute(old.db)
  const site = await servedSite({ OWNER_USERNAME: 'alice', SITE_URL: newUrl })
  // Ids differ from those on the old site.
  await site.register('zoe')
  await sql`select nextval(pg_get_serial_sequence('all_posts', 'id')) from generate_series(1, 3)`.execute(site.db)
  const token = await site.register('alice')
  const importArchive = async (isDryRun = false) =>
    runImport(site.config, { db: site.db, connection: await testConnection() }, site.ctx.log, {
      member: 'alice',
      source: file,
      from: null,
      isDryRun,
    })
  const dry = await importArchive(true)
  assert.deepEqual([dry.posts.length, dry.drafts.length, dry.hasProfile], [4, 4, true])
  const report = await importArchive()
  assert.deepEqual(
    [report.posts.length, report.drafts.length, report.rejected, report.picturesFailed, report.hasProfile],
    [4, 4, [], [], true],
  )
  assert.deepEqual([report.picturesCopied, report.projectsImported], [4, 2])
  assert.match(reportText(report), /posts: 4, drafts: 4[^]*the profile[^]*projects: 2/)
  assert.deepEqual(await projectsOf(site), built)

  const imported = await many<{ id: number }>(site.db)`select id from posts order by id`
  const newIds = imported.map(({ id }) => id)
  assert.ok(report.posts.every(({ address }) => /^\/(?:blog\/[a-z]|post\/\d)/.test(address!)))
  assert.notDeepEqual(newIds, ids)
  const after = await documentsOf(site, newIds)
  for (const [target, pieces] of Object.entries(before)) assert.deepEqual(after[target], pieces, target)

  const drafts = await many<{ title: string; content: string; postId: number | null }>(site.db)`
    select title, content, post_id as "postId" from drafts order by title`
  assert.deepEqual(
    drafts.map(({ title, postId }) => [title, postId]),
    [
      ['Not even begun', null],
      ['On engines, again', newIds[1]],
      ['Planned 0', null],
      ['Planned 1', null],
    ],
  )
  const planned = await many<{ title: string; publishAt: Date; timeZone: string }>(site.db)`
    select title, publish_at as "publishAt", time_zone as "timeZone" from draft_schedules
    join drafts on (drafts.member_id, key) = (draft_schedules.member_id, draft_key)`
  assert.deepEqual(planned, [{ title: 'Planned 0', publishAt: new Date(tomorrow), timeZone: 'Europe/Berlin' }])
  assert.match(reportText(report), new RegExp(`Notes:[^]*its schedule for ${lastYear} was not restored: ${failure}`))
  assert.equal(drafts[0]!.content, `See [the first](/post/${newIds[0]}), no post: ${siteUrl}/projects/${ids[0]}`)
  const { text } = await site.ask('/api/drafts', { token })
  assert.equal((JSON.parse(text) as { drafts: unknown[] }).drafts.length, 4)

  const again = await importArchive()
  assert.deepEqual(
    [again.posts, again.drafts, again.alreadyImported, again.hasProfile, again.projectsImported],
    [[], [], 8, false, 0],
  )
  assert.deepEqual(await documentsOf(site, newIds), after)
  // Ignores messages about broadcasts: the old site uses the same database, so it may take over receiving them.
  const lines = site.logged(40).filter(({ msg }) => !String(msg).startsWith('streaming: '))
  assert.deepEqual(lines, [])
})
