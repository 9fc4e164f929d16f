import assert from 'node:assert/strict'
import { test } from 'vitest'
import { oembedAddress } from '#features/discovery/oembed/oembed.contract.ts'
import { changeUsername } from '#features/people/profiles/username-changes.contract.ts'
import { getUserByUsername } from '#features/people/profiles/profiles.contract.ts'
import { submitWebmention } from '#features/conversation/webmentions/endpoint.contract.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

/** Pages are cached for a second. */
const cacheExpires = () => new Promise((resolve) => setTimeout(resolve, 1100))

async function site() {
  const served = await servedSite()
  const token = await served.register('Weaver')
  const rename = async (username: string) =>
    (await served.ask(changeUsername.path, { method: 'PUT', token, body: { username } })).status
  const at = async (path: string) => {
    const { status, headers } = await served.ask(path)
    return { status, location: headers.location?.replace(siteUrl, ''), cacheControl: headers['cache-control'] }
  }
  return { ...served, token, rename, at }
}

/** Each address with its redirect status. */
const addressesOf = (username: string): [path: string, status: number][] => [
  [`/profile/${username}`, 308],
  [`/profile/${username}?tab=about`, 308],
  [`/profile/${username}/followers`, 308],
  [`/profile/${username}/following`, 308],
  [`/sponsor/${username}`, 308],
  [`/github?username=${username}&tab=repositories`, 308],
  [`/profile/${username}/rss.xml`, 301],
  [`/profile/${username}/atom.xml`, 301],
  [`/profile/${username}/feed.json`, 301],
]

test('redirects every URL with a former username in a single step, even after several changes', async () => {
  const { at, rename } = await site()
  for (const [path] of addressesOf('Weaver')) assert.equal((await at(path)).status, 200, path)
  for (const name of ['spinner', 'Dyer']) assert.equal(await rename(name), 200)
  await cacheExpires()
  const current = addressesOf('Dyer')
  for (const former of ['Weaver', 'weaver', 'spinner']) {
    for (const [n, [path, status]] of addressesOf(former).entries()) {
      const target = current[n]![0]
      const answer = await at(path)
      assert.deepEqual([answer.status, answer.location], [status, target], path)
      // The member may take the name back.
      assert.match(String(answer.cacheControl), /^no-(cache|store)$/, path)
      assert.equal((await at(target)).status, 200, target)
    }
  }
})

test('serves cards and API responses for a former username, and accepts webmentions to its old URL', async () => {
  const { ask, rename, token } = await site()
  const before = await ask('/cards/profile/Weaver.png')
  assert.equal(await rename('Dyer'), 200)
  const picture = await ask('/cards/profile/Weaver.png')
  assert.deepEqual([before.status, picture.status, picture.headers['content-type']], [200, 200, 'image/png'])
  const user = await ask(getUserByUsername.href({ username: 'weaver' }))
  assert.equal((JSON.parse(user.text) as { username: string }).username, 'Dyer')
  const embed = await ask(oembedAddress(`${siteUrl}/profile/Weaver`))
  assert.equal((JSON.parse(embed.text) as { author_url: string }).author_url, `${siteUrl}/profile/Dyer`)
  const projects = await ask('/api/projects?username=Weaver')
  assert.equal(projects.status, 200)
  const github = await ask('/api/github/status?username=Weaver', { token })
  assert.equal(github.status, 200)
  const mention = new URLSearchParams({ source: 'https://other.example/', target: `${siteUrl}/profile/Weaver` })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = await ask(submitWebmention.path, { method: 'POST', headers, body: String(mention) })
  assert.ok([201, 202].includes(sent.status), `${sent.status} ${sent.text}`)
})

test('shows the new username on cached pages', async () => {
  const { ask, rename, token } = await site()
  const { text } = await ask('/api/posts', { method: 'POST', token, body: { content: 'Of looms', categoryId: 1 } })
  const { id } = JSON.parse(text) as { id: number }
  const paths = ['/', `/post/${id}`, '/members', '/rss.xml', '/sitemap.xml', '/profile']
  for (const path of paths) await ask(path)
  assert.equal(await rename('Dyer'), 200)
  await cacheExpires()
  for (const path of paths) assert.doesNotMatch((await ask(path)).text, /(@|profile\/)Weaver/, path)
  assert.match((await ask(`/post/${id}`)).text, /profile\/Dyer/)
})

test('redirects in the opposite direction after the member has taken back the former username', async () => {
  const { at, rename } = await site()
  await rename('Dyer')
  assert.equal((await at('/profile/Weaver')).location, '/profile/Dyer')
  await rename('Weaver')
  await cacheExpires()
  assert.equal((await at('/profile/Weaver')).status, 200)
  assert.equal((await at('/profile/Dyer')).location, '/profile/Weaver')
})
