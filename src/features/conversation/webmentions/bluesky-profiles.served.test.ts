import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { appView, jay } from '#tests/support/app-view.ts'
import { mentioned } from '#tests/support/mentioning.ts'
import { jpeg } from '#tests/support/storage.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { sweepProfiles } from './bluesky-profiles.store.ts'
import { sweepPhotos } from './webmention-photos.store.ts'
import { refreshBlueskyAuthor, refreshBlueskyAuthors } from './webmentions.contract.ts'

const profile = 'https://bsky.app/profile/'
const owner = 'did%253Aplc%253An3jhgiq2ykctnpgzlm6p6b25'
const liker = 'did:plc:ia23nh3t37r2lydmmqsixrps'
const likeOfBridgy = `https://brid.gy/like/bluesky/did:plc:n3jhgiq2ykctnpgzlm6p6b25/at%253A%252F%252F${owner}%252Fapp.bsky.feed.post%252F3lalppbcyuc2w/did%253Aplc%253Aia23nh3t37r2lydmmqsixrps`

/** Alice's post with an approved mention by a Bluesky author. */
async function liked({ author = `${profile}Jay.bsky.team` } = {}) {
  const view = await appView()
  const t = await mentioned({ BLUESKY_API_URL: view.url })
  t.other.pages['/like'] = `<div class="h-entry"><a class="u-like-of" href="${t.target}"></a>
    <a class="p-author h-card" href="${author}">Jay of old</a></div>`
  const picture = await jpeg()
  t.other.pages['/jay.jpg'] = (answer) => void answer.setHeader('content-type', 'image/jpeg').end(picture)
  view.answers = { ...jay, avatar: `${t.other.url}/jay.jpg` }
  await t.mention('/like')
  await t.approveAll()
  const [mention] = await t.shown()
  const refresh = (token: string | null = t.alice, id: number | string = Number(mention!['id'])) =>
    t.call('POST', refreshBlueskyAuthor.path.replace(':id', String(id)), { token })
  return { ...t, view, refresh }
}
const updatedBy = async (answer: Response | Promise<Response>) =>
  refreshBlueskyAuthor.answer.parse(await (await answer).json()).updatedWebmention
const author = ({ sourceAuthor, sourceAuthorUrl }: Record<string, unknown>) => [sourceAuthor, sourceAuthorUrl]

test('uses the Bluesky name, URL, and picture for all of an author’s mentions, even after a refetch', async () => {
  const t = await liked()
  const bob = await t.register('bob')
  t.other.pages['/again'] = t.other.pages['/like']!
  await t.mention('/again')
  t.announced()
  const answer = await t.refresh(bob)
  assert.deepEqual([answer.status, t.announced()], [200, ['posts', 'removals']])
  const updated = await updatedBy(answer)
  assert.deepEqual(author(updated), ['Jay 🦋', `${profile}jay.bsky.team`])
  assert.match(updated.sourceAuthorPhoto!, /^\/webmention-photos\/[0-9a-f]{64}\.webp$/)
  assert.equal((await t.app.request(updated.sourceAuthorPhoto!)).status, 200)
  assert.equal(updated.isOnBluesky, true)
  await t.mention('/like')
  for (const shown of await t.shown()) assert.deepEqual(author(shown), author(updated))
  assert.equal((await t.shown()).length, 2, 'the author stays approved')
})

test('handles concurrent refreshes, and recognizes renamed authors by their DID', async () => {
  const t = await liked()
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => t.refresh()))
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  t.view.answers = { did: jay.did, handle: 'jay.example', displayName: 'J\u202eay\u200b' }
  const renamed = await updatedBy(t.refresh())
  assert.deepEqual([...author(renamed), renamed.sourceAuthorPhoto], ['Jay', `${profile}jay.example`, null])
  assert.match(t.view.asked.at(-1)!.url!, /actor=did%3Aplc%3Aoky5czdrnfjpqslsw2a5iclo$/)
  t.view.answers = { did: jay.did, handle: 'handle.invalid' }
  const lost = await updatedBy(t.refresh())
  assert.deepEqual(author(lost), ['handle.invalid', profile + jay.did])
})

test('keeps the previous picture if the new one is unavailable, and keeps links to the author’s site', async () => {
  const t = await liked()
  const before = await updatedBy(t.refresh())
  t.other.pages['/jay.jpg'] = 'no picture'
  const after = await updatedBy(t.refresh())
  assert.equal(after.sourceAuthorPhoto, before.sourceAuthorPhoto)
  await run(t.db)`update webmentions set source_url = ${likeOfBridgy}, author_url = 'https://vera.example/'`
  const bridged = await updatedBy(t.refresh())
  assert.deepEqual(author(bridged), ['Jay 🦋', 'https://vera.example/'])
  assert.match(t.view.asked.at(-1)!.url!, new RegExp(`actor=${encodeURIComponent(liker)}$`))
})

test('reports when Bluesky hides the account, fails, or is unreachable, and changes nothing', async () => {
  const t = await liked()
  const before = await t.shown()
  t.announced()
  const errorOf = async (answer: Response) => {
    const { code, message } = (await answer.json()) as { code: string; message: string }
    return [answer.status, code, message]
  }
  t.view.answers = (answer) =>
    answer
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"error":"AccountTakedown","message":"Account has been suspended"}')
  assert.deepEqual(await errorOf(await t.refresh()), [502, 'provider_failed', 'Bluesky does not show this account.'])
  t.view.answers = (answer) => answer.writeHead(500).end()
  assert.deepEqual(await errorOf(await t.refresh()), [
    502,
    'provider_failed',
    'Bluesky is unavailable. Try again later.',
  ])
  await t.view.close()
  assert.equal((await t.refresh()).status, 502)
  assert.deepEqual([await t.shown(), t.announced()], [before, []])
})

test('requires a signed-in member, a public mention, and an author on Bluesky', async () => {
  const t = await liked()
  const bob = await t.register('bob')
  assert.equal((await t.refresh(null)).status, 401)
  assert.equal((await t.refresh(bob, 999_999)).status, 404)
  for (const id of ['0', 'x', '99999999999']) assert.equal((await t.refresh(bob, id)).status, 400)
  await run(t.db)`update webmentions set status = 'pending'`
  assert.equal((await t.refresh(bob)).status, 404)
  await run(t.db)`update webmentions set status = 'approved', author_url = 'https://vera.example/'`
  assert.equal((await t.refresh(bob)).status, 409)
  await t.call('DELETE', `/api/posts/${t.postId}`, { token: t.alice })
  assert.equal((await t.refresh(bob)).status, 404)
  assert.equal(t.view.asked.length, 0)
})

test('lets only administrators start a background refresh of all profiles', async () => {
  const t = await liked()
  const bob = await t.register('bob')
  const reset = (token: string | null) => t.call('POST', refreshBlueskyAuthors.path, { token })
  assert.equal((await reset(null)).status, 401)
  assert.equal((await reset(bob)).status, 403)
  for (const turn of [1, 2]) {
    const answer = await reset(t.alice)
    assert.deepEqual([answer.status, await answer.json()], [200, { count: 1 }], String(turn))
  }
  const isDone = async () => assert.equal((await t.shown())[0]!['sourceAuthor'], 'Jay 🦋')
  await vi.waitFor(isDone, { timeout: patienceMs, interval: 50 })
})

test('reads the actor from a Bridgy URL, or else from the author’s profile URL', async () => {
  const t = await mentioned()
  const did = 'did:plc:ia23nh3t37r2lydmmqsixrps'
  const post = `at%253A%252F%252F${owner}%252Fapp.bsky.feed.post%252F3l`
  const comment = 'at%253A%252F%252Fdid%253Aplc%253Aia23nh3t37r2lydmmqsixrps%252Fapp.bsky.feed.post%252F3m'
  const cases: [source: string, author: string, actor: string | null][] = [
    [likeOfBridgy, '', did],
    [
      `https://brid.gy/comment/bluesky/did:plc:n3jhgiq2ykctnpgzlm6p6b25/${post}/${comment}`,
      'https://vera.example/',
      did,
    ],
    [`https://bsky.brid.gy/convert/web/at://${did}/app.bsky.feed.post/3m`, `${profile}x.example`, did],
    [`https://fed.brid.gy/convert/web/at:%2F%2Fdid%3Aplc%3Aia23nh3t37r2lydmmqsixrps/app.bsky.feed.like/3m`, '', did],
    ['https://brid.gy/like/mastodon/@vera@example.social/1/2', 'https://example.social/@vera', null],
    [`https://brid.gy.evil.example/${did}`, '', null],
    [`https://evil.example/https://brid.gy/${did}`, '', null],
    ['https://vera.example/1', `${profile}Vera.bsky.social`, 'vera.bsky.social'],
    ['https://vera.example/1', `${profile}${did}/`, did],
    ['https://vera.example/1', `${profile}vera.bsky.social/post/3m`, null],
    ['https://vera.example/1', `https://bsky.app.evil.example/profile/x.example`, null],
    ['https://vera.example/1', `http://evil.example/?${profile}x.example`, null],
  ]
  for (const [source, url, actor] of cases) {
    const row = await one<{ actor: string | null }>(t.db)`select bluesky_actor_of(${source}, ${url}) as actor`
    assert.equal(row!.actor, actor, `${source} ${url}`)
  }
})

test('deletes profiles and pictures that no mention uses', async () => {
  const t = await liked()
  await t.refresh()
  const left = async () => [
    (await many(t.db)`select from bluesky_profiles`).length,
    (await many(t.db)`select from webmention_photos`).length,
  ]
  const sweep = async () => {
    await sweepProfiles(t.db)
    await sweepPhotos(t.db, Date.now() + 2 * 86_400_000)
  }
  await sweep()
  assert.deepEqual(await left(), [1, 1])
  await run(t.db)`delete from webmentions`
  await sweep()
  assert.deepEqual(await left(), [0, 0])
})
