import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import { appView } from '#tests/support/app-view.ts'
import { importing } from '#tests/support/importing.ts'
import { fileOf, repository, sample } from '#tests/support/source-samples.ts'
import { readSource } from './read-source.ts'

interface Repository {
  did: string
  records: Record<string, unknown>
}

const json = async <T>(name: string) => JSON.parse(await readFile(sample(name), 'utf8')) as T

async function carOf(change: (given: Repository) => void = () => {}): Promise<Buffer> {
  const given = await json<Repository>('../bluesky/repository.json')
  change(given)
  return repository(given.did, given.records)
}

test('imports a Bluesky account’s repository with links, hashtags, pictures, and threads, but only once', async () => {
  const t = await importing()
  const file = await fileOf(await carOf())
  const report = await t.run(file)
  assert.deepEqual([report.kind, report.posts.length, report.rejected, report.hasProfile], ['Bluesky', 3, [], true])
  assert.deepEqual(report.notes, [{ key: 'Bluesky', notes: ['not imported: replies to others (1)'] }])
  const [harbor, reading, quote] = await t.posts()
  const picture =
    'https://cdn.bsky.app/img/feed_fullsize/plain/did:plc:annanchor222222222222222/bafkreibnoezn55ekwc3ytrfynq3jrqmfl5ix3k7ccbrmt5qzofk7vpzsvi@jpeg'
  assert.equal(
    harbor!.content.replace(/bafkrei\w+/, 'bafkreibnoezn55ekwc3ytrfynq3jrqmfl5ix3k7ccbrmt5qzofk7vpzsvi'),
    'Früh am Hafen 🌊 with [@bob.example](https://bsky.app/profile/did:plc:bob): [elsewhere.example/fog](https://elsewhere.example/fog?at=dawn) #fog\n\n' +
      `\\*Not\\* bold.\n\n![Fog over the harbor](<${picture}>)\n\nThe second half of it.`,
  )
  assert.deepEqual(
    [harbor!.createdAt.toISOString(), harbor!.isLongForm, await t.tagsOf(harbor!.id)],
    ['2024-01-02T03:04:05.678Z', false, ['fog']],
  )
  assert.equal(reading!.content, 'Worth reading\n\n[A \\[long\\] read](https://elsewhere.example/read)')
  assert.deepEqual(await t.tagsOf(reading!.id), ['reading'])
  assert.match(quote!.content, new RegExp(`^As I said\\n\\n<http://devstead\\.test/post/${harbor!.id}>$`))
  const again = await t.run(file)
  assert.deepEqual([again.posts, again.alreadyImported], [[], 3])
})

test('reads the same posts from an account’s paginated public feed as from its repository', async () => {
  const pages = await Promise.all(
    ['../bluesky/feed-1.json', '../bluesky/feed-2.json'].map((name) => json<object>(name)),
  )
  const asked: URL[] = []
  const fetch = async (address: string) => {
    const url = new URL(address)
    asked.push(url)
    const body = Buffer.from(JSON.stringify(pages[url.searchParams.has('cursor') ? 1 : 0]))
    return {
      ok: true as const,
      status: 200,
      url: address,
      contentType: 'application/json',
      headers: new Headers(),
      body,
    }
  }
  const site = await readSource('bluesky:@ann.example', { fetch, blueskyApiUrl: 'https://public.api.bsky.app' })
  assert.deepEqual(
    asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('actor'), searchParams.get('cursor')]),
    [
      ['/xrpc/app.bsky.feed.getAuthorFeed', 'ann.example', null],
      ['/xrpc/app.bsky.feed.getAuthorFeed', 'ann.example', '2024-01-04T03:04:05.678Z'],
    ],
  )
  assert.deepEqual(site.notes, ['not imported: reposts (1)'])
  const other = await readSource(await fileOf(await carOf()))
  const texts = (posts: typeof site.posts) => Object.fromEntries(posts.map(({ key, content }) => [key, content]))
  assert.deepEqual(texts(site.posts), texts(other.posts))
  assert.deepEqual(site.posts.at(-1)!.addresses, [
    'https://bsky.app/profile/ann.example/post/3kaaaaaaaaa2a',
    'https://bsky.app/profile/did:plc:annanchor222222222222222/post/3kaaaaaaaaa2a',
    'https://bsky.app/profile/ann.example/post/3kaaaaaaaab2a',
    'https://bsky.app/profile/did:plc:annanchor222222222222222/post/3kaaaaaaaab2a',
  ])
})

test('imports from the public API, and explains failures', async () => {
  const t = await importing()
  const view = await appView(await json<object>('../bluesky/feed-2.json'))
  t.allow.push(view.host)
  assert.equal((await t.run('bluesky:ann.example')).posts.length, 1)
  assert.equal((await t.run('bluesky:ann.example')).alreadyImported, 1)
  view.answers = (answer) =>
    answer.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"InvalidRequest"}')
  await assert.rejects(t.run('bluesky:gone.example'), /has no public account named gone\.example/)
  view.answers = (answer) => answer.writeHead(429).end()
  await assert.rejects(t.run('bluesky:ann.example'), /rate limit/)
  view.answers = { feed: [] }
  await assert.rejects(t.run('bluesky:ann.example'), /contains no posts/)
  view.answers = { feed: 'x' }
  await assert.rejects(t.run('bluesky:ann.example'), /unavailable/)
})

test('rejects damaged repositories, and skips invalid records in valid repositories', async () => {
  const good = await carOf()
  const flipped = Buffer.from(good)
  flipped[good.length - 40]! ^= 1
  for (const bytes of [good.subarray(0, 700), flipped, good.subarray(0, 60)])
    await assert.rejects(async () => readSource(await fileOf(bytes)), /The repository cannot be read/)
  const site = await readSource(
    await fileOf(
      await carOf(({ records }) => {
        records['app.bsky.feed.post/3kbroken'] = { text: 7 }
        records['app.bsky.feed.post/3kdate'] = {
          text: 'Undated <script>',
          createdAt: 'soon',
          facets: [{ index: { byteStart: -5, byteEnd: 900 }, features: [{ uri: 'javascript:alert(1)' }] }, 'x'],
          embed: { external: { uri: 'javascript:alert(1)', title: 'x' } },
        }
      }),
    ),
  )
  assert.deepEqual(
    site.refused.map(({ key }) => key.split('/').at(-1)),
    ['3kbroken'],
  )
  const undated = site.posts.find(({ key }) => key.endsWith('3kdate'))!
  assert.deepEqual([undated.content, undated.notes], ['Undated <script>', ['its date is invalid']])
})
