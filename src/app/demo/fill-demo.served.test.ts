import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, test } from 'vitest'
import { many, one } from '#kernel/db.ts'
import { demoPassword } from '#features/people/profiles/profiles.demo.ts'
import { openTestApplication, type TestApplication, testApplication } from '#tests/support/application.ts'
import { fillDemo } from './fill-demo.ts'

interface StoredPost {
  id: number
  html: string
  isLongForm: boolean
  categoryId: number
  createdAt: Date
}
const postsOf = ({ db }: TestApplication) => many<StoredPost>(db)`
  select id, content_html as html, is_long_form as "isLongForm", category_id as "categoryId",
    created_at as "createdAt" from posts order by id`

/** Returns all of the site's content. */
const everythingOf = async ({ db }: TestApplication) =>
  one(db)`select (select jsonb_agg(m) from members m) as members, (select jsonb_agg(p) from posts p) as posts,
    (select jsonb_agg(l) from likes l) as likes, (select jsonb_agg(f) from follows f) as follows, (select jsonb_agg(d) from drafts d) as drafts, (select jsonb_agg(o) from storage_objects o) as objects,
    (select count(*) from identity_users) as accounts`

/** Returns the text that a reader sees. */
const proseOf = (html: string) =>
  html.replace(/<pre[^>]*>[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '').replace(/<[^>]*>/g, '')

describe('an empty site', () => {
  let site: TestApplication
  let message: string

  beforeAll(async () => {
    site = await openTestApplication()
    message = await fillDemo(site.ctx)
    return site.end
  })

  test('creates members with profiles and pictures, who can sign in with the printed logins', async () => {
    const members = await many<{ role: string; image: string; skills: string[]; bio: string }>(site.db)`
      select role, profile_image as image, skills, bio from members order by id`
    assert.equal(members.map(({ role }) => role).join(), ['admin', ...Array(9).fill('member')].join())
    for (const { image, skills, bio } of members) {
      assert.equal((await site.app.request(image)).status, 200)
      assert.ok(skills.length > 3 && bio.length > 80)
    }

    const emails = message.match(/\S+@devstead\.example/g)!
    assert.equal(emails.length, 10)
    for (const email of emails) {
      const body = { email, password: demoPassword }
      const answer = await site.call('POST', '/auth/v1/token?grant_type=password', { body })
      const { access_token: token } = (await answer.json()) as { access_token: string }
      const me = (await (await site.call('GET', '/api/users/me', { token })).json()) as { username: string }
      assert.equal(`${me.username}@devstead.example`, email)
    }
    assert.deepEqual(site.logged, [])
  })

  test('creates sixty posts and twelve articles in all categories, with valid Markdown and picture sizes', async () => {
    const posts = await postsOf(site)
    for (const [isLongForm, count] of [
      [false, 60],
      [true, 12],
    ] as const) {
      assert.equal(posts.filter((post) => post.isLongForm === isLongForm).length, count)
      const list = await site.call('GET', `/api/posts?isLongForm=${isLongForm}`)
      assert.equal(((await list.json()) as { total: number }).total, count)
    }
    assert.equal(new Set(posts.map(({ categoryId }) => categoryId)).size, 5)

    const times = posts.map(({ createdAt }) => createdAt.getTime())
    assert.deepEqual(
      times.toSorted((a, b) => a - b),
      times,
    )
    assert.ok(times.at(-1)! < Date.now() && times[0]! < Date.now() - 100 * 86_400_000)

    for (const { id, html } of posts) {
      assert.doesNotMatch(proseOf(html), /\*\*|\]\(|```|^#|&lt;iframe|\[[ x]\]|\.webp|^@\w+ ·/m, `post ${id}`)
      for (const [picture] of html.matchAll(/<img[^>]*>/g)) {
        assert.match(picture, /src="\/storage\/v1\/object\/public\/post-images\/\d+\/[\w-]+\.webp"/)
        assert.match(picture, / srcset="[^"]+ 480w, .*" .*alt="[^"]{20,}" width="1280" height="\d{3}"/)
      }
    }
    const all = posts.map(({ html }) => html).join('')
    const languages = new Set([...all.matchAll(/data-language="(\w+)/g)].map(([, language]) => language))
    assert.ok(languages.size >= 12, [...languages].join())
    assert.equal(all.match(/youtube-nocookie\.com\/embed/g)?.length, 2)
    for (const kind of ['<table', 'type="checkbox"', '<a href="https://']) assert.ok(all.includes(kind), kind)
  })

  test('varies the number of likes, dates each like after its post, and changes nothing when run again', async () => {
    const counts = await many<{ count: number; isLongForm: boolean }>(site.db)`
      select coalesce(c.like_count, 0) as count, p.is_long_form as "isLongForm"
      from posts p left join like_counts c on c.post_id = p.id order by 1 desc`
    assert.ok(counts[0]!.count >= 6 && counts.at(-1)!.count === 0)
    assert.ok(new Set(counts.map(({ count }) => count)).size >= 6)
    const wrong = await one(site.db)`
      select from posts p left join like_counts c on c.post_id = p.id
      where coalesce(c.like_count, 0) <> (select count(*) from likes l where l.post_id = p.id)
        or exists (select from likes l where l.post_id = p.id and l.created_at not between p.created_at and now())`
    assert.equal(wrong, null)

    const before = await everythingOf(site)
    assert.match(await fillDemo(site.ctx), /already has members/)
    assert.deepEqual(await everythingOf(site), before)
  })

  test('gives the owner three drafts, including one with changes to the latest article', async () => {
    const drafts = await many<{ username: string; title: string; isFresh: boolean | null }>(site.db)`
      select m.username, d.title, d.base_updated_at = p.updated_at as "isFresh"
      from drafts d join members m on m.id = d.member_id left join posts p on p.id = d.post_id
      order by d.updated_at desc`
    assert.equal(new Set(drafts.map(({ username }) => username)).size, 1)
    assert.deepEqual(
      drafts.map(({ title, isFresh }) => [title !== '', isFresh]),
      [
        [true, true],
        [true, null],
        [false, null],
      ],
    )
  })

  test('gives members notifications about likes and follows, all read except the latest', async () => {
    const told = await many<{ total: number; unread: number }>(site.db)`
      select total, unread from notification_counts order by member_id`
    assert.ok(told[0]!.total > 5 && told[0]!.unread > 0 && told[0]!.unread < told[0]!.total, JSON.stringify(told[0]))
    const wrong = await one(site.db)`
      select from notification_events e join likes l on l.post_id = e.post_id and l.member_id = e.source_id
      where e.kind = 'like' and e.created_at <> l.created_at`
    assert.equal(wrong, null)
  })

  test('adds every kind of webmention to a few articles, with local pictures and without requests to other sites', async () => {
    const rows = await many<{ type: string; status: string; count: number; photo: string | null }>(site.db)`
      select type, status, count(*)::int as count, min(author_photo) as photo from webmentions group by 1, 2 order by 1, 2`
    assert.deepEqual(
      rows.map(({ type, status }) => `${type} ${status}`),
      [
        'bookmark-of approved',
        'in-reply-to approved',
        'in-reply-to pending',
        'like-of approved',
        'like-of pending',
        'mention approved',
        'mention pending',
        'repost-of approved',
      ],
    )
    const faces = await many<{ photo: string }>(site.db)`
      select distinct author_photo as photo from webmentions where author_photo is not null`
    assert.ok(faces.length >= 8)
    for (const { photo } of faces) assert.equal((await site.app.request(photo)).status, 200)
    const due = await one(site.db)`select from webmentions where check_at is not null limit 1`
    const jobs = await one(site.db)`
      select from graphile_worker.jobs where task_identifier in ('webmentions.verify', 'bluesky.refresh') limit 1`
    assert.deepEqual([due, jobs], [null, null])
  })
})

test('does not change a site that already has members', async () => {
  const site = await testApplication()
  await site.register('alice')
  assert.match(await fillDemo(site.ctx), /already has members/)
  assert.deepEqual(await postsOf(site), [])
})

test('includes only small picture files', async () => {
  const folder = path.join(import.meta.dirname, 'pictures')
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size))
  assert.ok(Math.max(...sizes) <= 60_000)
  assert.ok(sizes.reduce((sum, size) => sum + size) <= 660_000)
})
