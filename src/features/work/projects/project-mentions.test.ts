import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { getProjectMentions, ProjectMentions } from './projects.contract.ts'
import { castProjects, fullProject, siteUrl } from '#tests/support/making-projects.ts'

test('finds public livestreams that link to a project, matching complete URLs only', async () => {
  const t = await castProjects()
  const { id } = await t.make('alice', fullProject)
  const announce = async (description: string, isPublic = true) => {
    const row = await one<{ id: number }>(t.db)`
      insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
        description, is_public)
      values (${t.members.bob.id}, 'embedded', gen_random_uuid(), 'p', true, 'k', 'Building it', ${description}, ${isPublic})
      returning id`
    return row!.id
  }
  const telling = [
    await announce(`We build it (${siteUrl}/projects/${id}).`),
    await announce('Source: https://github.com/alice/ferry, as always'),
  ]
  await announce(`/projects/${id} and ${siteUrl}/projects/${id}0 and https://elsewhere.example/projects/${id}`)
  await announce(`${siteUrl}/projects/${id}`, false)
  const found = async () => {
    const { body } = await t.stranger<ProjectMentions>('GET', getProjectMentions.href({ id }))
    return ProjectMentions.parse(body).streams.map((stream) => stream.id)
  }
  assert.deepEqual(new Set(await found()), new Set(telling))
  await run(t.db)`update all_livestreams set description = 'Nothing' where id = ${telling[0]}`
  assert.deepEqual(await found(), [telling[1]])
  await run(t.db)`update all_members set standing = 'suspended' where id = ${t.members.bob.id}`
  assert.deepEqual(await found(), [])
})

test('finds posts that link to any of a project’s URLs', async () => {
  const t = await castProjects()
  const { id } = await t.make('alice', fullProject)
  const write = async (href: string, withheld = false) => {
    const post = await t.postBy('bob', `About <a href="${href}">it</a>`)
    if (withheld) await run(t.db)`update all_posts set is_withheld = true where id = ${post}`
    return post
  }
  const telling = [
    await write(`/projects/${id}`),
    await write('http://www.ferry.example/#times'),
    await write('https://github.com/Alice/ferry/issues/7?x=1&amp;y=2'),
    await write('https://github.com/alice/ferry.git'),
  ]
  for (const href of [
    `/projects/${id}0`,
    'https://ferry.example/about',
    'https://github.com/alice/ferry-two',
    '#ferry.example',
  ])
    await write(href)
  await write(`/projects/${id}`, true)
  const found = async () => {
    const { body } = await t.stranger<{ posts: { id: number }[] }>('GET', getProjectMentions.href({ id }))
    return body.posts.map((post) => post.id)
  }
  assert.deepEqual(await found(), telling.toReversed())
  await run(t.db)`update posts set content_html = '<p>Nothing</p>' where id = ${telling[0]}`
  assert.deepEqual(await found(), telling.slice(1).toReversed())
  assert.equal((await t.stranger('GET', getProjectMentions.href({ id: 404_404 }))).status, 404)
  assert.equal(
    (await one<{ count: number }>(t.db)`select count(*) from post_links where post_id = ${telling[1]}`)?.count,
    1,
  )
})
