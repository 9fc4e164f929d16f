import assert from 'node:assert/strict'
import { parseDocument } from 'htmlparser2'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { xssPayloads } from '#tests/trust/xss-corpus.ts'
import { oembedAddress } from './oembed.contract.ts'
import { oembedRoutes } from './oembed.routes.ts'

const site = { name: 'Our Site', ownerUsername: null, canSendEmail: true }
interface Embed {
  [name: string]: unknown
  html: string
}

async function embeds() {
  const t = await cast(oembedRoutes, { site })
  const id = await t.postBy('alice', 'Some words')
  const url = `http://devstead.test/post/${id}`
  const ask = (address: string) => t.stranger<Embed>('GET', address)
  return { ...t, id, url, ask, embedOf: async (more = '') => (await ask(oembedAddress(url) + more)).body }
}

test('describes a post as a blockquote with its author and a link', async () => {
  const { url, ask } = await embeds()
  const { status, body, headers } = await ask(oembedAddress(url))
  assert.equal(status, 200)
  assert.deepEqual(
    [headers.get('access-control-allow-origin'), headers.get('cache-control')],
    ['*', 'public, max-age=60, s-maxage=10, must-revalidate'],
  )
  const { html, thumbnail_url: thumbnail, ...rest } = body
  assert.deepEqual(rest, {
    version: '1.0',
    type: 'rich',
    title: 'Some words',
    author_name: 'Alice Archer',
    author_url: 'http://devstead.test/profile/alice',
    provider_name: 'Our Site',
    provider_url: 'http://devstead.test/',
    cache_age: 3600,
    width: 600,
    height: 240,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  })
  assert.match(String(thumbnail), /^http:\/\/devstead\.test\/cards\/post\/1\.png\?v=\w+$/)
  assert.ok(
    html.startsWith(`<blockquote cite="${url}"><p>Some words</p><footer><a href="http://devstead.test/profile/alice">`),
  )
})

test('describes projects, public livestreams, and profiles, but not private livestreams', async () => {
  const { db, ask, members } = await embeds()
  const { id: memberId } = members.alice
  await run(db)`update members set title = 'Weaver', bio = 'Of looms.' where id = ${memberId}`
  await run(db)`insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset,
      demo_video_url, deployment_url, github_url, technologies, technology_keys, is_featured, position)
    values (${memberId}, 'Ferry times', 'When the next ferry leaves.', '', '', '', '', '', '', '{}', '{}', false, 1)`
  await run(db)`insert into all_livestreams
      (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title, description, is_public)
    values (${memberId}, 'embedded', 'a', 'a', true, 'a', 'Pairing', 'On the ferry app.', true),
      (${memberId}, 'embedded', 'b', 'b', false, 'b', 'Secret', '', false)`
  const at = (path: string) => ask(oembedAddress(`http://devstead.test${path}`))
  const [project, stream, profile] = [
    (await at('/projects/1')).body,
    (await at('/livestream/1')).body,
    (await at('/profile/Alice')).body,
  ]
  assert.deepEqual(
    [project, stream, profile].map(({ title, author_name: name }) => [title, name]),
    [
      ['Ferry times', 'Alice Archer'],
      ['Pairing', 'Alice Archer'],
      ['Alice Archer (@alice)', 'Alice Archer'],
    ],
  )
  assert.match(project.html, /cite="http:\/\/devstead\.test\/projects\/1".*When the next ferry leaves\./)
  assert.match(stream.html, /cite="http:\/\/devstead\.test\/livestream\/1".*On the ferry app\..*<time /)
  assert.match(
    profile.html,
    /cite="http:\/\/devstead\.test\/profile\/alice".*<p>Weaver\. Of looms\.<\/p><\/blockquote>$/,
  )
  assert.match(String(stream['thumbnail_url']), /\/cards\/livestream\/1\.png\?v=/)
  assert.match(String(profile['thumbnail_url']), /\/cards\/profile\/alice\.png\?v=/)
  for (const path of ['/livestream/2', '/livestream/9', '/projects/9', '/profile/nobody', '/projects', '/livestream'])
    assert.equal((await at(path)).status, 404, path)
})

test('accepts other forms of the URL, and omits images larger than requested', async () => {
  const { url, ask, embedOf } = await embeds()
  for (const same of [`${url}/`, `${url}?utm=1`, `${url}#comments`, url.replace('http:', 'https:')]) {
    assert.equal((await ask(oembedAddress(same))).status, 200, same)
  }
  const small = await embedOf('&maxwidth=400&maxheight=100')
  assert.deepEqual([small.width, small.height, small.thumbnail_url], [400, 100, undefined])
  assert.equal((await embedOf('&maxwidth=2000')).width, 600)
})

test('returns 404 for unknown, foreign, and deleted pages, 501 for XML, and 400 for invalid queries', async () => {
  const { db, id, url, ask } = await embeds()
  const foreign = [
    'https://elsewhere.example/post/1',
    'http://devstead.test/',
    'http://devstead.test/post/99',
    'nonsense',
    'ftp://devstead.test/post/1',
    'http://devstead.test.elsewhere.example/post/1',
    `${url}/edit`,
    'http://devstead.test/post/9999999999',
  ]
  for (const address of foreign) assert.equal((await ask(oembedAddress(address))).status, 404, address)
  const address = oembedAddress(url)
  assert.equal((await ask(address.replace('=json', '=xml'))).status, 501)
  for (const bad of [
    '/oembed',
    `${address}&maxwidth=wide`,
    `${address}&maxheight=-1`,
    address.replace('=json', '=x'),
  ]) {
    assert.equal((await ask(bad)).status, 400, bad)
  }
  await run(db)`with gone as (delete from posts where id = ${id} returning id)
    insert into post_tombstones (post_id, deleted_by) select id, 1 from gone`
  assert.equal((await ask(address)).status, 404)
})

test('escapes text written by members', async () => {
  const { db, embedOf } = await embeds()
  for (const payload of xssPayloads().filter((one) => !one.includes('\u0000'))) {
    await run(db)`update posts set title = ${payload}, excerpt = ${payload}`
    await run(db)`update members set display_name = ${payload}`
    const { html } = await embedOf()
    assert.deepEqual(elementsOf(parseDocument(html).children), [
      'blockquote',
      'p',
      'strong',
      'a',
      'p',
      'footer',
      'a',
      'a',
      'time',
    ])
  }
})

type Nodes = ReturnType<typeof parseDocument>['children']
const elementsOf = (nodes: Nodes): string[] =>
  nodes.flatMap((node) => ('name' in node && 'children' in node ? [node.name, ...elementsOf(node.children)] : []))
