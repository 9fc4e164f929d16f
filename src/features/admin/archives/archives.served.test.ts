import { features } from '#app/features.ts'
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { createComment } from '#features/conversation/comments/comments.contract.ts'
import { putDraft } from '#features/writing/drafts/drafts.contract.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { uploadPicture } from '#features/writing/uploads/uploads.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { testDb } from '#tests/support/database.ts'
import { archiving } from '#tests/support/archiving.ts'
import { jpeg } from '#tests/support/storage.ts'
import { ArchivedPage } from './archive-format.contract.ts'
import { createArchiveLink, downloadArchive, linkMinutes } from './archives.contract.ts'
import { sweepArchiveLinks } from './archive-links.store.ts'

test('creates an archive with empty lists for a new member', async () => {
  const site = archiving(await testApplication())
  const files = await site.download(await site.register('alice'))
  assert.deepEqual([...files.keys()], ['README.txt', 'archive.json'])
  const { format, version, siteUrl, profile, ...lists } = site.jsonOf(files)
  assert.deepEqual([format, version, siteUrl], ['devstead-archive', 1, 'http://devstead.test'])
  assert.deepEqual(
    [profile.username, profile.displayName, profile.email],
    ['alice', 'Full alice', 'alice@devstead.test'],
  )
  for (const [name, list] of Object.entries(lists)) if (name !== 'madeAt') assert.deepEqual(list, [], name)
  assert.match(files.get('README.txt')!.toString(), /This is the archive of alice at http:\/\/devstead\.test/)
})

test('lists a comment marked as spam as pending in its author’s archive', async () => {
  const site = archiving(await testApplication())
  const [alice, bob] = [await site.register('alice'), await site.register('bob')]
  const { id } = await site.json('POST', publishPost.path, alice, { content: 'A post' })
  await site.json('POST', createComment.href({ id }), bob, { content: 'Buy', subject: 'filled by a machine' })
  const { comments } = site.jsonOf(await site.download(bob))
  assert.deepEqual(
    comments.map(({ content, status }) => [content, status]),
    [['Buy', 'pending']],
  )
})

test('contains all of the member’s own data, but only other members’ public data', async () => {
  const site = archiving(await testApplication())
  const [alice, bob] = [await site.register('alice'), await site.register('bob')]
  const body = new FormData()
  body.set('file', new File([await jpeg(600, 400)], 'A Cat.jpg', { type: 'image/jpeg' }))
  body.set('bucketName', 'post-images')
  const { publicUrl } = await site.json('POST', uploadPicture.path, alice, body)
  const content = `Look:\n\n![A cat](${publicUrl})\n\n\`${publicUrl}\` and [mine](/post/1), [theirs](https://example.org/)`
  const post = await site.json('POST', publishPost.path, alice, { title: 'A “cat”: it sleeps', content })
  await site.json('PATCH', updatePost.href({ id: post.id }), alice, { content: `${content}!` })
  await site.json('PUT', putDraft.href({ key: 'a'.repeat(32) }), alice, {
    title: 'Begun',
    content: 'Not yet',
    categoryId: 2,
    postId: null,
    baseUpdatedAt: null,
    updatedAt: null,
  })
  const others = await site.json('POST', publishPost.path, bob, { content: 'A secret-free post by Bob' })
  await site.json('POST', likePost.href({ id: others.id }), alice)
  await site.json('POST', likePost.href({ id: post.id }), bob)
  const bobId = (await site.json('GET', '/api/users/me', bob)).id
  await site.json('POST', followMember.href({ id: bobId }), alice)

  const files = await site.download(alice)
  const archive = site.jsonOf(files)
  const written = archive.posts[0]!
  assert.deepEqual(
    [written.id, written.title, written.content, written.category, written.isLongForm, written.likeCount],
    [post.id, 'A “cat”: it sleeps', `${content}!`, 'general_thoughts', false, 1],
  )
  assert.equal(written.createdAt, post.createdAt)
  assert.deepEqual(
    archive.versions.map((one) => [one.postId, one.number, one.content, one.isOwnEdit]),
    [[post.id, 1, content, true]],
  )
  assert.deepEqual(
    archive.drafts.map((one) => [one.title, one.category]),
    [['Begun', 'project_updates']],
  )
  assert.deepEqual(
    [archive.following, archive.followers, archive.likes].map((list) => list.map((one) => one.username ?? one.author)),
    [['bob'], [], ['bob']],
  )
  const picture = archive.pictures[0]!
  assert.equal(picture.address, publicUrl)
  assert.equal(files.get(picture.file)!.subarray(0, 2).toString('hex'), 'ffd8')

  const name = [...files.keys()].find((one) => one.startsWith('posts/'))!
  assert.match(name, /^posts\/\d{4}-\d\d-\d\d-a-cat-it-sleeps-\d+\.md$/)
  const text = files.get(name)!.toString()
  assert.match(text, /^---\ntitle: "?A “cat”: it sleeps"?\ndate: /)
  assert.ok(text.includes(`![A cat](../${picture.file})`))
  assert.ok(
    text.includes(`\`${publicUrl}\` and [mine](<http://devstead.test/post/1>), [theirs](https://example.org/)!`),
  )
  assert.match(files.get(`drafts/${'a'.repeat(32)}.md`)!.toString(), /draft: true[\s\S]*Not yet/)

  const everything = [...files.values()].map(String).join('\n')
  for (const secret of ['bob@devstead.test', 'secret of', 'password_hash', 'refresh', alice])
    assert.ok(!everything.includes(secret), secret)
  assert.deepEqual(site.logged, [])
})

test('includes the member’s hidden posts', async () => {
  const site = archiving(await testApplication())
  const alice = await site.register('alice')
  const post = await site.json('POST', publishPost.path, alice, { content: 'Too bold' })
  await run(site.db)`update all_posts set is_withheld = true where id = ${post.id}`
  const written = site.jsonOf(await site.download(alice)).posts[0]!
  assert.deepEqual([written.content, written.isWithheld], ['Too bold', true])
})

test('archives a draft that takes too long to parse, leaving its links unchanged', async () => {
  const site = archiving(await testApplication())
  const alice = await site.register('alice')
  const texts = ['[a]('.repeat(25_000), 'See [here](/blog).']
  for (const [index, content] of texts.entries()) {
    const draft = { title: '', content, categoryId: null, postId: null, baseUpdatedAt: null, updatedAt: null }
    await site.json('PUT', putDraft.href({ key: String(index).repeat(32) }), alice, draft)
  }
  const files = await site.download(alice)
  const [busy, ordinary] = ['0', '1'].map((digit) => files.get(`drafts/${digit.repeat(32)}.md`)!.toString())
  assert.ok(busy!.endsWith(`\n---\n\n${texts[0]}\n`))
  assert.ok(ordinary!.endsWith('See [here](<http://devstead.test/blog>).\n'))
})

test('includes every post exactly once when the posts span several query pages', async () => {
  const site = archiving(await testApplication())
  const alice = await site.register('alice')
  await run(site.db)`
    insert into posts (member_id, title, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
    select (select id from members), 'Title', 'Post ' || n, '', '', 1, 1, false from generate_series(1, 130) n`
  await run(site.db)`update post_totals set total = 130 where not is_long_form and category_id = 1`
  const files = await site.download(alice)
  const { posts } = site.jsonOf(files)
  assert.equal(new Set(posts.map((one) => one.content)).size, 130)
  assert.equal([...files.keys()].filter((one) => one.startsWith('posts/')).length, 130)
})

test('includes GitHub events from every account the member has ever linked, and from no other account', async () => {
  const site = archiving(await testApplication())
  const [alice] = [await site.register('alice'), await site.register('bob')]
  for (const [username, name] of [
    ['alice', 'al'],
    ['alice', 'alice-on-github'],
    ['bob', 'bob-on-github'],
  ])
    await run(site.db)`update members set github_username = ${name} where username = ${username}`
  await run(site.db)`
    insert into github_events (account_id, github_id, type, repo_name, details, url, created_at)
    select id, n, 'PushEvent', username || '/site', '', '', now() from github_accounts, generate_series(1, 130) n`
  const { githubEvents } = site.jsonOf(await site.download(alice))
  const named = githubEvents.map(({ account, githubId }) => `${String(account)} ${String(githubId)}`)
  assert.deepEqual(
    [named.length, new Set(named).size, named[0], named.at(-1)],
    [260, 260, 'al 1', 'alice-on-github 130'],
  )
})

test('includes the pages that the member wrote, or all pages if the member is the site’s owner', async () => {
  const site = archiving(await testApplication())
  const [owner, bob] = [await site.register('alice'), await site.register('bob')]
  await run(site.db)`
    insert into site_pages (slug, title, content, content_html, description, render_version, is_in_navigation, is_published,
      author_id, created_at, updated_at)
    select slug, 'Title of ' || slug, 'See [me](/about).', '', '', 1, slug = 'about', slug <> 'draft',
      (select id from members where username = author), '2026-01-02T03:04:05Z', '2026-02-03T04:05:06Z'
    from (values ('about', 'alice'), ('talks/2024', 'bob'), ('draft', null)) given (slug, author)`
  const files = await site.download(owner)
  const pages = site.jsonOf(files).pages.map((page) => ArchivedPage.parse(page))
  assert.deepEqual(
    pages.map(({ slug, isPublished, isInNavigation }) => [slug, isPublished, isInNavigation]),
    [
      ['about', true, true],
      ['draft', false, false],
      ['talks/2024', true, false],
    ],
  )
  assert.equal(
    files.get('pages/about.md')!.toString(),
    `---
title: Title of about
date: 2026-01-02T03:04:05.000Z
updated: 2026-02-03T04:05:06.000Z
permalink: http://devstead.test/about
page: true
navigation: true
---

See [me](<http://devstead.test/about>).
`,
  )
  assert.match(files.get('pages/draft.md')!.toString(), /\ndraft: true\n/)
  const his = await site.download(bob)
  assert.deepEqual(
    [...his.keys()].filter((name) => name.startsWith('pages/')),
    ['pages/talks/2024.md'],
  )
})

test('covers every table that references members, or excludes it with a reason', async () => {
  const rows = await many<{ table: string }>(await testDb())`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'all_members'::regclass order by 1`
  const covered = new Set(
    features.flatMap(({ archive = [], notInArchive = {} }) =>
      archive.flatMap(({ tables }) => tables).concat(Object.keys(notInArchive)),
    ),
  )
  assert.deepEqual(
    rows.map(({ table }) => table).filter((table) => !covered.has(table)),
    [],
    'add the table to `archive` of its feature, or to `notInArchive` with the reason',
  )
})

test('requires a single-use link that expires within minutes and is only valid for its owner’s archive', async () => {
  const site = archiving(await testApplication())
  const [alice, bob] = [await site.register('alice'), await site.register('bob')]
  assert.equal((await site.call('POST', createArchiveLink.path)).status, 401)
  for (const target of ['', '?link=', `?link=${'x'.repeat(43)}`].map((query) => downloadArchive.path + query))
    for (const token of [null, alice]) assert.equal((await site.call('GET', target, { token })).status, 404)

  const url = await site.askFor(alice)
  assert.equal((await site.call('HEAD', url)).status, 405)
  const answers = await Promise.all(Array.from({ length: 5 }, () => site.call('GET', url)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404, 404, 404],
  )
  const accepted = answers.find(({ status }) => status === 200)!
  assert.equal(accepted.headers.get('content-type'), 'application/zip')
  assert.match(
    accepted.headers.get('content-disposition')!,
    /^attachment; filename="alice-archive-\d{4}-\d\d-\d\d\.zip"$/,
  )
  assert.equal(accepted.headers.get('cache-control'), 'no-store')
  assert.equal(accepted.headers.get('cross-origin-resource-policy'), 'same-origin')
  await accepted.body?.cancel()
  assert.match(await (await site.call('GET', url)).text(), /has expired or was already used/)

  // The link, not Bob's token, determines whose archive it is.
  const hers = await site.call('GET', await site.askFor(alice), { token: bob })
  assert.match(hers.headers.get('content-disposition')!, /alice-archive/)
  await hers.body?.cancel()

  const old = await site.askFor(alice)
  site.clock.now = () => Date.now() + linkMinutes * 60_000 + 1000
  assert.equal((await site.call('GET', old)).status, 404)
  assert.equal(await sweepArchiveLinks(site.db, site.clock.now()), 1)
  const stored = await one(site.db)`select from archive_links`
  assert.equal(stored, null)
})

test('rejects a link if the member has been suspended since it was created', async () => {
  const site = archiving(await testApplication())
  const url = await site.askFor(await site.register('alice'))
  await run(site.db)`update all_members set standing = 'suspended'`
  assert.equal((await site.call('GET', url)).status, 404)
})

test('accepts a link in each of the site’s processes', async () => {
  const site = archiving(await testApplication())
  const other = archiving(await testApplication())
  const url = await site.askFor(await site.register('alice'))
  const answer = await other.call('GET', url)
  assert.equal(answer.status, 200)
  await answer.body?.cancel()
})

test('limits the number of archives per member', async () => {
  const site = archiving(await testApplication())
  const alice = await site.register('alice')
  for (let asked = 0; asked < 10; asked++) await site.askFor(alice)
  const rejected = await site.call('POST', createArchiveLink.path, { token: alice })
  assert.equal(rejected.status, 429)
  assert.ok(Number(rejected.headers.get('retry-after')) > 0)
})
