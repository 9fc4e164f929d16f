import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { mf2 } from 'microformats-parser'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import { createComment } from '#features/conversation/comments/comments.contract.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { testDb } from './support/database.ts'
import { siteUrl, servedSite } from './trust/setup/served-site.ts'

// All public pages after a member has deleted their account but kept their posts.

const name = 'linusleaves'
const article = {
  isLongForm: true,
  categoryId: 1,
  title: 'On leaving',
  content: 'They leave, and words stay. '.repeat(9),
}

/** Opens a site whose member Linus has published posts and deleted his account. */
async function siteWithoutLinus() {
  const served = await servedSite({ SITE_NAME: 'Our Site' })
  const tokens = { ada: await served.register('adastays'), linus: await served.register(name) }
  const as = (who: 'ada' | 'linus') => async (method: string, path: string, body?: object) => {
    const { status, text } = await served.ask(path, { method, token: tokens[who], body })
    assert.ok(status < 300, `${method} ${path}: ${status} ${text}`)
    return (text ? JSON.parse(text) : {}) as { id: number }
  }
  const [ada, linus] = [as('ada'), as('linus')]
  const { id } = await linus('GET', '/api/users/me')
  const note = (await linus('POST', '/api/posts', { content: 'A note that stays', categoryId: 2 })).id
  const long = (await linus('POST', '/api/posts', article)).id
  const untitled = (await ada('POST', '/api/posts', { content: 'Hers' })).id
  await linus('PATCH', `/api/posts/${note}`, { content: 'A note that stays and was changed' })
  await linus('POST', '/api/settings/update', { title: 'Engineer', bio: `I am ${name}`, skills: ['Weaving'] })
  for (const post of [note, long]) await ada('POST', likePost.href({ id: post }))
  await linus('POST', likePost.href({ id: untitled }))
  await linus('POST', followMember.href({ id: 1 }))
  await linus('POST', createComment.href({ id: untitled }), { content: 'He said so' })
  await run(await testDb())`update all_comments set status = 'approved'`
  await ada('POST', followMember.href({ id }))
  await served.ask('/')
  await linus('POST', deleteAccount.path, { password: `secret of ${name}`, posts: 'keep' })
  await sleep(1000) // pages are cached for one second
  return { ...served, id, note, long, untitled }
}

/** Returns the URLs within the site that a document or feed links to. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/(?:href|src|url|content)="([^"]*)"|<(?:loc|link|uri|id)>([^<]*)<|"(https?:[^"]+)"/g)]
    .map(([, one, two, three]) => (one ?? two ?? three ?? '').replaceAll('&amp;', '&'))
    .map((address) => (address.startsWith(siteUrl) ? address.slice(siteUrl.length) || '/' : address))
    .filter((address) => /^\/(?!\/)/.test(address))
    .map((address) => address.split('#')[0]!)

const isAsset = /^\/(?:assets|fonts|storage)\/|\.(?:js|css|png|svg|ico|woff2|webp)(?:\?|$)|^\/src\//

test('does not name deleted members on any page reachable from the home page, feeds, sitemap, or API', async () => {
  const { ask, id, note, long, untitled, logged } = await siteWithoutLinus()
  const waiting = ['/', '/blog', '/members', '/sitemap.xml', '/search?q=leave', '/search?q=note', '/?type=popular']
  waiting.push(
    `/post/${untitled}`,
    `/api/posts/${untitled}/comments`,
    '/api/posts',
    '/api/posts?type=popular',
    '/api/users',
    '/api/search?q=stays',
    '/api/users/1',
  )
  for (const post of [note, long]) {
    const api = `/api/posts/${post}`
    waiting.push(`/post/${post}`, `/post/${post}.md`, api, `${api}/versions`, `${api}/versions/1`, `${api}/neighbours`)
    waiting.push(`/post/${post}/versions`, `/oembed?url=${encodeURIComponent(`${siteUrl}/post/${post}`)}`)
  }
  const seen = new Set<string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || isAsset.test(path)) continue
    seen.add(path)
    const { status, text } = await ask(path)
    assert.ok(!path.includes('~'), path)
    assert.ok(status < 500, `${path}: ${status}`)
    assert.equal(new RegExp(`.{0,60}${name}`, 'i').exec(text)?.[0], undefined, path)
    assert.equal(/[@/]~\d/.exec(text)?.[0], undefined, path)
    waiting.push(...linksIn(text))
  }
  for (const path of [
    `/post/${long}/versions`,
    '/rss.xml',
    '/blog/atom.xml',
    '/feed.json',
    `/post/${note}/versions/1`,
  ]) {
    assert.ok(seen.has(path), `${path} was not reached.`)
  }
  for (const gone of [name, `~${id}`]) {
    for (const path of ['', '/rss.xml', '/followers']) {
      const { status, text } = await ask(`/profile/${gone}${path}`)
      assert.equal(status, 404, `${gone}${path}`)
      if (gone === `~${id}`) assert.doesNotMatch(text, /Deleted member/)
    }
  }
  assert.equal((await ask(`/api/search?q=${name}`)).text.includes('"total":0'), true)
  assert.match((await ask(`/post/${untitled}`)).text, /He said so/)
  assert.equal((await ask('/cards/profile/linusleaves.png')).status, 404)
  assert.equal((await ask(`/cards/post/${long}.png`)).status, 200)
  assert.deepEqual(logged(50), [])
})

test('names the author “Deleted member” in metadata, without an author URL', async () => {
  const { ask, note, long } = await siteWithoutLinus()
  const html = (await ask((await ask(`/post/${long}`)).headers['location']!)).text
  const { items } = mf2(html, { baseUrl: siteUrl })
  const entry = items.find(({ type }) => type?.includes('h-entry'))!
  const [author] = entry.properties['author'] as { properties: Record<string, unknown[]> }[]
  assert.deepEqual([author!.properties['name'], author!.properties['url']], [['Deleted member'], undefined])
  assert.doesNotMatch(html, /rel="author"|article:author/)
  const [, graph] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
  const things = JSON.parse(graph!) as { '@graph': { author?: object }[] }
  assert.deepEqual(things['@graph'][0]!.author, { '@type': 'Person', name: 'Deleted member' })
  const embed = (await ask(`/oembed?url=${encodeURIComponent(`${siteUrl}/post/${note}`)}`)).text
  assert.deepEqual(
    [(JSON.parse(embed) as Record<string, unknown>)['author_name'], embed.includes('author_url')],
    ['Deleted member', false],
  )
  const atom = (await ask('/atom.xml')).text
  assert.match(atom, /<author><name>Deleted member<\/name><\/author>/)
})
