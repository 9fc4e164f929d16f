import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { type ObjectKey, publicUrlOf } from '#providers/storage/storage.contract.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import {
  createProject,
  deleteProject,
  getProject,
  getProjectMentions,
  getProjectVideo,
  listProjects,
  maxProjects,
  notYoursToDelete,
  notYoursToEdit,
  notYoursToOrder,
  orderProjects,
  Project,
  ProjectInput,
  ProjectMentions,
  Projects,
  tooManyProjects,
  updateProject,
} from './projects.contract.ts'
import { projectRoutes } from './projects.routes.ts'

const storage = {
  keyOf: (url: string) =>
    /^(http:\/\/devstead\.test)?\/storage\/v1\//.test(url) ? { bucket: 'project-images', path: '1/a.webp' } : null,
  addressOf: (place: ObjectKey) => publicUrlOf('', place),
} as Context['storage']
const imageProxy = { addressOf: (url: string) => `/image-proxy/${url.length}` } as Context['imageProxy']

const siteUrl = 'http://devstead.test'
const aProject = { title: 'Ferry times', description: 'When the next ferry leaves, offline.' }
const full = {
  ...aProject,
  thumbnailUrl: 'https://pictures.example/ferry.png',
  demoVideoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
  deploymentUrl: 'https://ferry.example',
  githubUrl: 'https://github.com/alice/ferry',
  technologies: ['TypeScript', 'SQLite'],
  featured: true,
  showReadme: false,
}

async function castProjects() {
  const t = await cast(projectRoutes, { storage, imageProxy })
  const make = async (name: Name, fields: object = {}) =>
    Project.parse((await t[name]('POST', createProject.path, { ...aProject, ...fields })).body)
  const listed = async (query = '') => Projects.parse((await t.stranger('GET', listProjects.path + query)).body)
  const titles = async (query = '') => (await listed(query)).map(({ title }) => title)
  return { ...t, make, listed, titles }
}

test('lets a member add a project that everyone can see', async () => {
  const t = await castProjects()
  const { status, body } = await t.alice('POST', createProject.path, full)
  assert.deepEqual([status, t.announced()], [201, ['projects']])
  const made = Project.parse(body)
  const { id, user, position, createdAt, updatedAt, canEdit, canDelete, thumbnail, repository, demoVideo, ...said } =
    made
  assert.deepEqual(said, { ...full, deploymentUrl: 'https://ferry.example/' })
  assert.deepEqual([user.username, position, createdAt, canEdit, canDelete], ['alice', 1, updatedAt, true, true])
  assert.deepEqual(thumbnail, {
    src: '/image-proxy/34?width=960',
    srcset: '/image-proxy/34?width=480 480w, /image-proxy/34?width=960 960w, /image-proxy/34?width=1600 1600w',
  })
  assert.equal(repository, null)
  assert.deepEqual(demoVideo, { kind: 'frame', src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42' })
  assert.deepEqual((await t.stranger('GET', getProject.href({ id }))).body, {
    ...made,
    canEdit: false,
    canDelete: false,
  })
  assert.deepEqual(await t.listed(), [{ ...made, canEdit: false, canDelete: false }])
})

test('returns an uploaded picture’s dimensions', async () => {
  const t = await castProjects()
  await run(t.db)`insert into images (bucket, path, width, height, variant_widths, member_id)
    values ('project-images', '1/a.webp', 1200, 600, '{480,960}', ${t.members.alice.id})`
  const url = '/storage/v1/object/public/project-images/1/a.webp'
  const { thumbnail } = await t.make('alice', { thumbnailUrl: `http://devstead.test${url}` })
  assert.deepEqual(thumbnail, { src: url, srcset: `${url}.480w.webp 480w, ${url}.960w.webp 960w, ${url} 1200w` })
})

test('accepts empty, missing, or null URLs and comma-separated technologies', async () => {
  const t = await castProjects()
  const empty = {
    thumbnailUrl: '',
    demoVideoUrl: null,
    deploymentUrl: ' ',
    technologies: ' Go, , go ,Vue.js,  C  sharp',
  }
  const { thumbnail, demoVideo, technologies, featured, ...made } = await t.make('alice', empty)
  assert.deepEqual(
    [made.thumbnailUrl, made.demoVideoUrl, made.deploymentUrl, made.githubUrl, thumbnail, demoVideo, featured],
    ['', '', '', '', null, null, false],
  )
  assert.deepEqual(technologies, ['Go', 'Vue.js', 'C sharp'])
})

test.each([
  ['https://youtu.be/dQw4w9WgXcQ', { kind: 'frame', src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' }],
  [
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    { kind: 'frame', src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' },
  ],
  ['https://vimeo.com/76979871/abc123', { kind: 'frame', src: 'https://player.vimeo.com/video/76979871?h=abc123' }],
  ['https://files.example/demo.MP4?x=1', { kind: 'file', src: 'https://files.example/demo.MP4?x=1' }],
  ['http://files.example/demo.mp4', null],
  ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', null],
  ['https://files.example/page', null],
])('recognizes the video at %s', async (demoVideoUrl, shown) => {
  const t = await castProjects()
  assert.deepEqual((await t.make('alice', { demoVideoUrl })).demoVideo, shown)
})

test('plays a video file on a page that loads only from the file’s host and is framed only by this site', async () => {
  const t = await castProjects()
  const { id } = await t.make('alice', {
    title: 'A <b>"press"</b>',
    demoVideoUrl: 'https://files.example/demo.mp4?a=1&b=2',
  })
  const { status, headers, body } = await t.stranger<string>('GET', getProjectVideo.href({ id }))
  assert.equal(status, 200)
  const policy = headers.get('content-security-policy')!
  assert.match(
    policy,
    /^default-src 'none'; media-src https:\/\/files\.example; style-src 'sha256-[^']+'; frame-ancestors 'self';/,
  )
  assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN')
  assert.match(
    body,
    /<video controls preload="none" playsinline src="https:\/\/files\.example\/demo\.mp4\?a=1&amp;b=2"/,
  )
  assert.match(body, /<title>Demo of A &lt;b&gt;/)
  const other = await t.make('alice', { demoVideoUrl: 'https://youtu.be/dQw4w9WgXcQ' })
  assert.equal((await t.stranger('GET', getProjectVideo.href({ id: other.id }))).status, 404)
})

test.each([
  [{ title: 'ab' }, 'title', 'Title must be at least 3 characters'],
  [{ title: '  ab  ' }, 'title', 'Title must be at least 3 characters'],
  [{ title: undefined }, 'title', 'Title must be at least 3 characters'],
  [{ title: 'a'.repeat(101) }, 'title', 'Title must be at most 100 characters'],
  [{ description: 'Too short' }, 'description', 'Description must be at least 10 characters'],
  [{ description: 'a'.repeat(2001) }, 'description', 'Description must be at most 2,000 characters'],
  [{ githubUrl: 'github.com/alice' }, 'githubUrl', 'Please enter a valid URL'],
  [{ deploymentUrl: 7 }, 'deploymentUrl', 'Please enter a valid URL'],
  [{ thumbnailUrl: '/etc/passwd' }, 'thumbnailUrl', 'Please enter a valid URL'],
  [{ technologies: 7 }, 'technologies', 'technologies must be a list of strings'],
  [{ technologies: ['a'.repeat(41)] }, 'technologies.0', 'A technology must be at most 40 characters'],
  [
    { technologies: 'abcdefghijklmnopqrstuvwxyzABCDE12345'.split('').join(',') },
    'technologies',
    'A project can have at most 30 technologies',
  ],
  [{ featured: 'yes' }, 'featured', 'featured must be true or false'],
])('rejects creating or updating a project with %j', async (fields, path, message) => {
  const t = await castProjects()
  const { id } = await t.make('alice')
  for (const [method, target] of [
    ['POST', createProject.path],
    ['PUT', updateProject.href({ id })],
  ] as const) {
    const { status, body } = await t.alice<{ issues: unknown }>(method, target, { ...full, ...fields })
    assert.deepEqual([status, body.issues], [400, [{ path, message }]])
  }
  assert.deepEqual(
    (await t.listed()).map(({ title }) => title),
    [aProject.title],
  )
})

test('accepts only HTTP(S) URLs', () => {
  const hostile = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://devstead.test/x',
    'https://user:secret@elsewhere.example/',
    'https:\\\\elsewhere.example',
    '//elsewhere.example',
    'https://elsewhere.example/"onload="alert(1)',
    "https://elsewhere.example/'><script>",
    '/storage/v1/object/public/../../x',
    'https://',
  ]
  for (const name of ['thumbnailUrl', 'demoVideoUrl', 'deploymentUrl', 'githubUrl'])
    for (const url of hostile) assert.equal(ProjectInput.safeParse({ ...aProject, [name]: url }).success, false, url)
})

test('lists featured projects first, then the newest', async () => {
  const t = await castProjects()
  for (const title of ['One', 'Two', 'Three']) await t.make('alice', { title, featured: title === 'Two' })
  assert.deepEqual(await t.titles(), ['Two', 'Three', 'One'])
})

test('filters by member, and by technology, ignoring case', async () => {
  const t = await castProjects()
  await t.make('alice', { title: 'Hers', technologies: ['Rust', 'WebAssembly'] })
  await t.make('bob', { title: 'His', technologies: ['rust'] })
  await t.make('bob', { title: 'Other', technologies: ['Go'] })
  assert.deepEqual((await t.titles('?technology=RUST')).sort(), ['Hers', 'His'])
  assert.deepEqual(await t.titles('?username=ALICE'), ['Hers'])
  assert.deepEqual(await t.titles(`?userId=${t.members.bob.id}&technology=rust`), ['His'])
  assert.deepEqual(await t.titles('?technology=%25'), [])
  assert.deepEqual(await t.titles('?page=2'), [])
  for (const bad of ['?userId=x', '?page=0'])
    assert.equal((await t.stranger('GET', listProjects.path + bad)).status, 400)
})

test('lets the owner and administrators replace a project, keeping the featured flag if it is omitted', async () => {
  const t = await castProjects()
  const { id, createdAt } = await t.make('alice', full)
  t.announced()
  for (const who of [t.alice, t.alice, t.admin]) {
    const { status, body } = await who('PUT', updateProject.href({ id }), { ...aProject, title: 'Ferries' })
    assert.deepEqual(t.announced(), ['projects', 'removals'])
    const { title, featured, githubUrl, thumbnail, user, createdAt: made } = Project.parse(body)
    assert.deepEqual([status, title, featured, githubUrl, thumbnail], [200, 'Ferries', true, '', null])
    assert.deepEqual([user.username, made], ['alice', createdAt])
  }
  const { body } = await t.alice('PUT', updateProject.href({ id }), { ...full, featured: false })
  assert.equal(Project.parse(body).featured, false)
})

test('lets the owner and administrators delete a project', async () => {
  const t = await castProjects()
  const [first, second] = [await t.make('alice'), await t.make('alice')]
  t.announced()
  assert.equal((await t.alice('DELETE', deleteProject.href({ id: first.id }))).status, 204)
  assert.deepEqual(t.announced(), ['projects', 'removals'])
  assert.equal((await t.alice('DELETE', deleteProject.href({ id: first.id }))).status, 404)
  assert.deepEqual(t.announced(), [])
  assert.equal((await t.admin('DELETE', deleteProject.href({ id: second.id }))).status, 204)
  assert.deepEqual([await t.titles(), t.logged], [[], []])
})

test('returns 401 for visitors, 403 for other members, 404 for an unknown ID, and 400 for an invalid ID', async () => {
  const t = await castProjects()
  const { id } = await t.make('alice')
  t.announced()
  const refusals = { PUT: notYoursToEdit(), DELETE: notYoursToDelete() }
  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? full : undefined
    assert.equal((await t.stranger(method, getProject.href({ id }), body)).status, 401)
    const refused = await t.bob<{ message: string }>(method, getProject.href({ id }), body)
    assert.deepEqual([refused.status, refused.body.message], [403, refusals[method]])
    assert.equal((await t.alice(method, getProject.href({ id: 404_404 }), body)).status, 404)
    for (const bad of badIds)
      assert.equal((await t.alice(method, getProject.path.replace(':id', bad), body)).status, 400, bad)
  }
  assert.equal((await t.stranger('POST', createProject.path, full)).status, 401)
  assert.equal((await t.stranger('PUT', orderProjects.path, { ids: [id] })).status, 401)
  for (const bad of badIds) assert.equal((await t.alice('GET', getProject.path.replace(':id', bad))).status, 400, bad)
  for (const body of badBodies) assert.equal((await t.alice('POST', createProject.path, body)).status, 400)
  assert.deepEqual([await t.titles(), t.announced(), t.logged], [[aProject.title], [], []])
})

test('ignores timestamps and position in a body, and rejects another member as the owner', async () => {
  const t = await castProjects()
  const forged = {
    id: 4242,
    position: -7,
    createdAt: '2001-01-01T00:00:00.000Z',
    canEdit: true,
    canDelete: true,
    thumbnail: { src: 'x', srcset: '' },
    repository: { stars: 9000, language: 'Rust' },
  }
  const { id, position, thumbnail, repository } = await t.make('alice', forged)
  assert.deepEqual([id === 4242, position, thumbnail, repository], [false, 1, null, null])
  const userId = t.members.bob.id
  for (const [method, path] of [
    ['POST', createProject.path],
    ['PUT', updateProject.href({ id })],
  ] as const)
    assert.equal((await t.alice(method, path, { ...aProject, userId })).status, 403)
  assert.equal(
    (await t.alice('PUT', updateProject.href({ id }), { ...aProject, userId: t.members.alice.id })).status,
    200,
  )
  assert.equal(
    (await t.admin('PUT', updateProject.href({ id }), { ...aProject, userId: t.members.alice.id })).status,
    200,
  )
})

test('orders a member’s projects, placing projects missing from the order first', async () => {
  const t = await castProjects()
  const [a, b, c] = [await t.make('alice'), await t.make('alice'), await t.make('alice')]
  const his = await t.make('bob')
  t.announced()
  for (let time = 0; time < 2; time++) {
    const { body } = await t.alice('PUT', orderProjects.path, { ids: [a.id, c.id, b.id] })
    assert.deepEqual([body, t.announced()], [{ ids: [a.id, c.id, b.id] }, ['projects']])
  }
  assert.deepEqual(
    (await t.listed('?username=alice')).map(({ id, position }) => [id, position]),
    [
      [a.id, 1],
      [c.id, 2],
      [b.id, 3],
    ],
  )
  const added = await t.make('alice')
  assert.equal(added.position, 1)
  const answered = await t.alice('PUT', orderProjects.path, { ids: [b.id, a.id, 404_404] })
  assert.deepEqual(answered.body, { ids: [added.id, c.id, b.id, a.id] })
  for (const who of [t.alice, t.admin]) {
    const { status, body } = await who<{ message: string }>('PUT', orderProjects.path, { ids: [his.id] })
    assert.deepEqual([status, body.message], [403, notYoursToOrder()])
  }
  for (const ids of [[a.id, a.id], ['1'], [0], 'x', undefined])
    assert.equal((await t.alice('PUT', orderProjects.path, { ids })).status, 400)
})

test('lists every member’s first project before any member’s second', async () => {
  const t = await castProjects()
  for (const title of ['Her third', 'Her second', 'Her first']) await t.make('alice', { title })
  await t.make('bob', { title: 'His first' })
  assert.deepEqual(await t.titles(), ['His first', 'Her first', 'Her second', 'Her third'])
})

test('applies one of two concurrent reorderings in full', async () => {
  const t = await castProjects()
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push((await t.make('alice')).id)
  const wanted = [ids, ids.toReversed()]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => t.alice<object>('PUT', orderProjects.path, { ids: wanted[n % 2] })),
  )
  for (const { status } of answers) assert.equal(status, 200)
  const held = (await t.listed()).map(({ id }) => id)
  assert.ok(
    wanted.some((order) => String(order) === String(held)),
    String(held),
  )
  assert.deepEqual(t.logged, [])
})

test('handles concurrent edits, deletions, additions, and reorderings without losing any of them', async () => {
  const t = await castProjects()
  for (let n = 0; n < 5; n++) {
    const { id } = await t.make('alice')
    const [changed, deleted] = await Promise.all([
      t.alice('PUT', updateProject.href({ id }), full),
      t.alice('DELETE', deleteProject.href({ id })),
    ])
    assert.ok([200, 404].includes(changed.status) && deleted.status === 204, `${changed.status} ${deleted.status}`)
    assert.equal((await t.alice('GET', getProject.href({ id }))).status, 404)
  }
  const { id } = await t.make('alice')
  const made = Array.from({ length: 5 }, () => t.alice('POST', createProject.path, aProject))
  const ordered = Array.from({ length: 5 }, () => t.alice('PUT', orderProjects.path, { ids: [id] }))
  assert.deepEqual(new Set((await Promise.all([...made, ...ordered])).map(({ status }) => status)), new Set([201, 200]))
  const positions = (await t.listed()).map(({ position }) => position)
  assert.equal(new Set(positions).size, 6)
  assert.deepEqual(t.logged, [])
})

test('limits projects per member, even for concurrent requests', async () => {
  const t = await castProjects()
  await run(t.db)`
    insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset, demo_video_url,
      deployment_url, github_url, technologies, technology_keys, is_featured, position)
    select ${t.members.alice.id}, 'T', 'D', '', '', '', '', '', '', '{}', '{}', false, n
    from generate_series(1, ${maxProjects - 3}::int) n`
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => t.alice<{ message?: string }>('POST', createProject.path, aProject)),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
  assert.ok(answers.some(({ status, body }) => status === 409 && body.message === tooManyProjects()))
})

test('hides suspended members’ projects, and shows them again after the suspension', async () => {
  const t = await castProjects()
  const { id } = await t.make('alice')
  const standing = (word: string) => run(t.db)`update all_members set standing = ${word} where username = 'alice'`
  await standing('suspended')
  assert.deepEqual([await t.titles(), (await t.stranger('GET', getProject.href({ id }))).status], [[], 404])
  assert.equal((await t.admin('DELETE', deleteProject.href({ id }))).status, 404)
  assert.equal((await t.alice('POST', createProject.path, aProject)).status, 403)
  await standing('present')
  assert.deepEqual(await t.titles(), [aProject.title])
})

test('finds public livestreams that link to a project, matching complete URLs only', async () => {
  const t = await castProjects()
  const { id } = await t.make('alice', full)
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
  const { id } = await t.make('alice', full)
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
