import assert from 'node:assert/strict'
import { test } from 'vitest'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { deletePost, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { writeProfile } from '#features/people/profiles/profiles.store.ts'
import { one, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { type Marked, SearchResults, searchSite } from './search.contract.ts'
import { searchRoutes } from './search.routes.ts'

const filler = 'Nothing else is said in this article, which has to be of some length to be one.'

async function searchable() {
  const t = await cast([...searchRoutes, ...postRoutes])
  const post = async (content: string) => idOf(await t.alice('POST', publishPost.path, { content }))
  const article = async (title: string, content: string) =>
    idOf(
      await t.alice('POST', publishPost.path, {
        title,
        content: `${content}\n\n${filler}`,
        categoryId: 1,
        isLongForm: true,
      }),
    )
  const ask = async (q: string, more: Record<string, string> = {}) => {
    const { status, body } = await t.stranger(
      'GET',
      `${searchSite.path}?${new URLSearchParams({ q, ...more }).toString()}`,
    )
    assert.equal(status, 200, JSON.stringify(body))
    return SearchResults.parse(body)
  }
  const ids = async (q: string, more?: Record<string, string>) => (await ask(q, more)).results.map(({ id }) => id)
  return { ...t, post, article, ask, ids }
}

const idOf = ({ status, body }: { status: number; body: { [key: string]: unknown } }) => {
  assert.equal(status, 201)
  return Number(body['id'])
}
const text = (marked: Marked) => marked.map((piece, index) => (index % 2 ? `[${piece}]` : piece)).join('')

test('finds all forms of a word in titles and text, and highlights them', async () => {
  const t = await searchable()
  const article = await t.article(
    'Indexes that pay',
    'A **covering** index answers [queries](https://example.org) alone.',
  )
  const { results } = await t.ask('index query')
  assert.equal(results.length, 1)
  const [found] = results
  assert.ok(found?.kind === 'article')
  assert.equal(found.id, article)
  assert.equal(text(found.title!), '[Indexes] that pay')
  assert.match(text(found.snippet), /^A covering \[index\] answers \[queries\] alone\./)
  assert.deepEqual(found.user.username, 'alice')
  assert.deepEqual(found.category.name, 'tech_tips')
})

test('ranks title matches above text matches, and newer matches above older ones', async () => {
  const t = await searchable()
  const titled = await t.article('On deadlocks', 'How two transactions wait for each other.')
  const older = await t.post('I met deadlocks today')
  const newer = await t.post('I met deadlocks again')
  assert.deepEqual(await t.ids('deadlocks'), [titled, newer, older])
})

test('finds projects by title, technologies, and description, unless their owner is hidden', async () => {
  const t = await searchable()
  const build = async (title: string, description: string, technologies: string) =>
    (await one<{ id: number }>(t.db)`
      insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset,
        demo_video_url, deployment_url, github_url, technologies, technology_keys, is_featured, position)
      values (${t.members.alice.id}, ${title}, ${description}, '', '', '', '', '', '', array[${technologies}], '{}', false, 1)
      returning id`)!.id
  const project = await build('Ferry times', 'Looms are not in it.', 'SQLite')
  const titled = await build('A loom', 'Weaves pages.', 'TypeScript')
  const [found, other] = (await t.ask('loom')).results
  assert.ok(found?.kind === 'project' && other?.kind === 'project')
  assert.deepEqual(
    [found.id, text(found.title), text(found.snippet)],
    [titled, 'A [loom]', 'Weaves pages. · TypeScript'],
  )
  assert.deepEqual([other.id, text(other.snippet)], [project, '[Looms] are not in it. · SQLite'])
  assert.deepEqual(await t.ids('sqlite', { kind: 'project' }), [project])
  assert.deepEqual((await t.ask('loom')).counts, { post: 0, article: 0, member: 0, project: 2 })
  await run(t.db)`update all_members set standing = 'suspended' where id = ${t.members.alice.id}`
  assert.deepEqual(await t.ids('loom'), [])
})

test('requires all words of a query, except for stop words if the query also has other words', async () => {
  const t = await searchable()
  const parser = await t.post('Build a parser in an afternoon')
  const other = await t.post('A parser for dates')
  assert.deepEqual(await t.ids('how to build the parser'), [parser])
  assert.deepEqual(await t.ids('parser build dates'), [])
  assert.deepEqual(await t.ids('for'), [other])
})

test('matches quoted phrases, and excludes words preceded by a minus sign', async () => {
  const t = await searchable()
  const together = await t.post('A state machine has states')
  const apart = await t.post('The machine keeps its state')
  assert.deepEqual(await t.ids('"state machine"'), [together])
  assert.deepEqual(await t.ids('machine -keeps'), [together])
  assert.deepEqual(await t.ids('machine -"state machine"'), [apart])
  assert.deepEqual(await t.ids('full-text'), [])
})

test('finds names from code exactly as written', async () => {
  const t = await searchable()
  const cpp = await t.post('C++ has no garbage collector')
  const c = await t.post('C has pointers')
  const sharp = await t.post('C# has properties')
  const hook = await t.post('`useState` twice, `node:http` once')
  const key = await t.post('Send an `idempotency_key` as text/plain')
  const found = async (q: string) => (await t.ids(q)).toSorted((a, b) => a - b)
  assert.deepEqual(await found('c++'), [cpp])
  assert.deepEqual(await found('C'), [c])
  assert.deepEqual(await found('c#'), [sharp])
  assert.deepEqual(await found('usestate'), [hook])
  assert.deepEqual(await found('node:http'), [hook])
  assert.deepEqual(await found('http'), [hook])
  assert.deepEqual(await found('idempotency_key'), [key])
  assert.deepEqual(await found('plain'), [key])
  assert.equal(text((await t.ask('C++')).results[0]!.snippet), '[C++] has no garbage collector')
})

test('ignores accents, but shows the original text', async () => {
  const t = await searchable()
  const cafe = await t.post('Wir treffen uns im Café Müller')
  assert.deepEqual(await t.ids('cafe muller'), [cafe])
  assert.deepEqual(await t.ids('CAFÉ'), [cafe])
  assert.equal(text((await t.ask('cafe')).results[0]!.snippet), 'Wir treffen uns im [Café] Müller')
})

test('finds words in other scripts', async () => {
  const t = await searchable()
  const russian = await t.post('Новый компилятор готов')
  const korean = await t.post('새로운 컴파일러 이야기')
  assert.deepEqual(await t.ids('компилятор'), [russian])
  assert.deepEqual(await t.ids('컴파일러'), [korean])
  assert.equal(text((await t.ask('컴파일러')).results[0]!.snippet), '새로운 [컴파일러] 이야기')
})

test('matches prefixes when no whole word matches', async () => {
  const t = await searchable()
  const id = await t.post('PostgreSQL has advisory locks')
  assert.deepEqual(await t.ids('postgr'), [id])
  assert.deepEqual(await t.ids('advisory postg'), [id])
  assert.equal(text((await t.ask('postgr')).results[0]!.snippet), '[PostgreSQL] has advisory locks')
  assert.deepEqual(await t.ids('postgres locks'), [id])
  const open = await t.post('Accessible to everyone')
  for (const beginning of ['acces', 'access', 'accessib', 'accessibl']) assert.deepEqual(await t.ids(beginning), [open])
  assert.deepEqual(await t.ids('gresql'), [])
})

test('finds members by words or prefixes in any profile text, and ranks matches in names first', async () => {
  const t = await searchable()
  const profile = {
    title: 'Compiler engineer',
    bio: 'Writes about bob.',
    profileImage: null,
    githubUsername: null,
    skills: ['Rust'],
  }
  await writeProfile(t.db, t.members.alice.id, profile)
  const { results } = await t.ask('rust', { kind: 'member' })
  assert.deepEqual(
    results.map((result) => result.kind === 'member' && result.user.username),
    ['alice'],
  )
  assert.equal(text(results[0]!.snippet), 'Writes about bob. · [Rust]')
  assert.deepEqual(await t.ids('compiler', { kind: 'member' }), [t.members.alice.id])
  assert.deepEqual(await t.ids('ali', { kind: 'member' }), [t.members.alice.id])
  assert.deepEqual(await t.ids('bob', { kind: 'member' }), [t.members.bob.id, t.members.alice.id])
})

test('finds members and projects by the start of any word, and by other names of a technology', async () => {
  const t = await searchable()
  const profile = { title: '', bio: '', profileImage: null, githubUsername: null }
  await writeProfile(t.db, t.members.alice.id, { ...profile, skills: ['PostgreSQL', 'Kubernetes'] })
  await writeProfile(t.db, t.members.bob.id, { ...profile, skills: ['JS', 'Postgres', 'Go', 'Node.js'] })
  const found = async (q: string) => {
    const { results } = await t.ask(q, { kind: 'member' })
    return new Set(results.map(({ user }) => user.username))
  }
  assert.deepEqual(await found('kuber'), new Set(['alice']))
  assert.deepEqual(await found('k8s'), new Set(['alice']))
  assert.deepEqual(await found('postgres'), new Set(['alice', 'bob']))
  assert.deepEqual(await found('PostgreSQL'), new Set(['alice', 'bob']))
  assert.deepEqual(await found('javascript postg'), new Set(['bob']))
  assert.deepEqual(await found('nodejs'), new Set(['bob']))
  assert.deepEqual(await found('golang'), new Set(['bob']))
  assert.deepEqual(await found('ubernetes'), new Set([]))
  const [shown] = (await t.ask('k8s')).results
  assert.equal(text(shown!.snippet), 'PostgreSQL, [Kubernetes]')
  await writeProfile(t.db, t.members.alice.id, { ...profile, bio: 'Good at looms.', skills: [] })
  assert.deepEqual(await found('go'), new Set(['bob']))
})

test('finds posts by other names of a technology, except by names that are ordinary words', async () => {
  const t = await searchable()
  const typed = await t.post('TypeScript narrows unions')
  const short = await t.post('My ts config')
  await t.post('Where did the afternoon go?')
  assert.deepEqual(await t.ids('ts'), [short, typed])
  assert.deepEqual(await t.ids('typescript'), [short, typed])
  assert.deepEqual(await t.ids('golang'), [])
})

test('filters by kind, and returns counts for all kinds', async () => {
  const t = await searchable()
  const article = await t.article('Alice through the lens', 'Optics.')
  const post = await t.post('alice was here')
  const counts = { post: 1, article: 1, member: 1, project: 0 }
  const all = await t.ask('alice')
  assert.deepEqual(all.counts, counts)
  assert.deepEqual(all.results.map(({ kind }) => kind).sort(), ['article', 'member', 'post'])
  assert.deepEqual(await t.ids('alice', { kind: 'article' }), [article])
  assert.deepEqual(await t.ids('alice', { kind: 'post' }), [post])
  assert.deepEqual((await t.ask('alice', { kind: 'member' })).counts, counts)
})

test('reflects changes, deletions, and new names in the next search', async () => {
  const t = await searchable()
  const id = await t.post('First about walruses')
  assert.equal((await t.alice('PATCH', updatePost.href({ id }), { content: 'Now about penguins' })).status, 200)
  assert.deepEqual(await t.ids('walruses'), [])
  assert.deepEqual(await t.ids('penguins'), [id])
  await run(t.db)`update members set display_name = 'Ada Lovelace' where id = ${t.members.alice.id}`
  const [found] = (await t.ask('penguins')).results
  assert.equal(found?.user.displayName, 'Ada Lovelace')
  assert.deepEqual(await t.ids('lovelace'), [t.members.alice.id])
  assert.equal((await t.alice('DELETE', deletePost.href({ id }))).status, 204)
  assert.deepEqual(await t.ids('penguins'), [])
})

test('does not find drafts', async () => {
  const t = await searchable()
  await run(
    t.db,
  )`insert into drafts (member_id, key, title, content) values (${t.members.alice.id}, 'draft-key', 'Secret', 'Secret plans')`
  assert.deepEqual(await t.ids('secret'), [])
})

test('paginates results consistently and returns an empty page past the end', async () => {
  const t = await searchable()
  const posts: number[] = []
  for (let count = 0; count < 5; count++) posts.unshift(await t.post('One more otter'))
  const pageAt = (page: number) => t.ids('otter', { page: String(page), limit: '2' })
  assert.deepEqual([...(await pageAt(1)), ...(await pageAt(2)), ...(await pageAt(3))], posts)
  const past = await t.ask('otter', { page: '4', limit: '2' })
  assert.deepEqual(past, { ...past, results: [], total: 5, totalPages: 3, page: 4, isCapped: false })
})

test('shows the passage of a long post where the words occur close together', async () => {
  const t = await searchable()
  const words = 'lorem ipsum dolor '.repeat(300)
  await t.post(`Quick word. ${words} the quick fox jumps ${words}`)
  const [found] = (await t.ask('quick fox')).results
  assert.match(text(found!.snippet), /^… .*the \[quick\] \[fox\] jumps .* …$/)
  assert.ok(text(found!.snippet).length < 300)
})

test('explains why it rejects a query without words, an overlong query, or an unknown kind', async () => {
  const t = await searchable()
  for (const [query, message] of [
    ['', 'Enter a word to search for'],
    ['q=', 'Enter a word to search for'],
    ['q=%20%F0%9F%8E%89%20...', 'Enter a word to search for'],
    ['q=-without', 'Enter a word to search for'],
    [`q=${'a'.repeat(201)}`, 'A search can have at most 200 characters'],
    ['q=a&kind=planet', 'kind must be one of all, post, article, member, project'],
    ['q=a&page=0', 'page must be a positive integer'],
  ]) {
    const { status, body } = await t.stranger('GET', `${searchSite.path}?${query}`)
    assert.deepEqual([status, body['message']], [400, message], query)
  }
  assert.deepEqual(t.logged, [])
})

test('handles hostile queries without errors', async () => {
  const t = await searchable()
  await t.post('One post')
  for (const q of [
    'a\u0000b',
    '\ud800',
    'x\udfff',
    "'",
    "a' | 'b",
    'a:*',
    '!a',
    'a & !',
    '((a',
    '"',
    '"a',
    '-"',
    '- a',
    '<-> a',
    '\\',
    'a\\',
    '\ue000a\ue001',
    '%',
    '_',
    '${x}',
    'ﷺ',
    'a\u0301',
    '\u0301',
    'İ',
    'ſ',
    '①',
    'π',
    "don't",
    'a-b-c',
    'ª',
    '𝒳',
    '1.5',
    '-1 2',
    'ʂ',
    Array.from({ length: 100 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(' '),
    '"a a" '.repeat(33),
    'x'.repeat(200),
  ]) {
    const { status } = await t.stranger('GET', `${searchSite.path}?q=${encodeURIComponent(q.toWellFormed())}`)
    assert.ok(status === 200 || status === 400, `${JSON.stringify(q)}: ${status}`)
  }
  assert.deepEqual(t.logged, [])
})

test('indexes hostile text', async () => {
  const t = await searchable()
  const everyBmpLetter = Array.from({ length: 0x8000 }, (_, index) => String.fromCharCode(0x3400 + index)).join(' ')
  for (const content of [
    'a'.repeat(100_000),
    'é́'.repeat(30_000),
    everyBmpLetter,
    'שּׁ'.repeat(20_000),
    'x-'.repeat(50_000),
  ])
    await t.post(`walrus ${content.slice(0, 99_000)}`)
  assert.equal((await t.ask('walrus')).total, 5)
  assert.deepEqual(t.logged, [])
})
