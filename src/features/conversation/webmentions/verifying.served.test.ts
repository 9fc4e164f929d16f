import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { mentioned } from '#tests/support/mentioning.ts'
import { patienceMs } from '#tests/support/patience.ts'

// Whether the source leads to the target. The numbers are those of the rules and cases that the decision record lists.

const typed = (type: string, body: string) => (answer: import('node:http').ServerResponse) =>
  void answer.setHeader('content-type', type).end(body)

test('R5, R14, H1, H2, H3, H4: a link of any element that leads somewhere counts', async () => {
  const t = await mentioned()
  const { target } = t
  const sources = [
    `<a href="${target}">x</a>`,
    `<A HREF=${target}>x`,
    `<a href=" ${target}\n">x</a>`,
    `<a href="${target.replace(':', '&colon;')}">x</a>`,
    `<img src="${target}">`,
    `<video src="${target}"></video>`,
    `<video poster="${target}"></video>`,
    `<audio src="${target}"></audio>`,
    `<video><source src="${target}"></video>`,
    `<iframe src="${target}"></iframe>`,
    `<blockquote cite="${target}">x</blockquote>`,
    `<link rel="x" href="${target}">`,
  ]
  for (const [index, html] of sources.entries()) {
    t.other.pages[`/${index}`] = html
    assert.equal((await t.mention(`/${index}`)).state, 'held', html)
  }
})

test('R5, H5, H6, H7: text, comments, scripts and other addresses are no link', async () => {
  const t = await mentioned()
  const { target } = t
  const sources = [
    '',
    `<p>${target}</p>`,
    `<!-- <a href="${target}">x</a> -->`,
    `<script>"<a href='${target}'>"</script>`,
    `<textarea><a href="${target}"></textarea>`,
    `<a title="${target}">x</a>`,
    `<a href="${target}/">x</a>`,
    `<a href="${target}?a">x</a>`,
    `<a href="${target}#a">x</a>`,
    `<a href="${target}0">x</a>`,
    `<a href="/post/${t.postId}">x</a>`,
    `<a href="https://evil.example/?u=${target}">x</a>`,
  ]
  for (const [index, html] of sources.entries()) {
    t.other.pages[`/${index}`] = html
    assert.deepEqual((await t.mention(`/${index}`)).state, 'refused', html)
  }
})

test('R14: in JSON a value counts, in text the address itself, and nothing in what is neither', async () => {
  const t = await mentioned()
  const { target } = t
  const sources: [string, string, string][] = [
    ['application/json', JSON.stringify({ a: [{ b: target }] }), 'held'],
    ['application/feed+json; charset=utf-8', JSON.stringify([target]), 'held'],
    ['application/json', JSON.stringify({ a: `see ${target}` }), 'refused'],
    ['application/json', JSON.stringify({ [target]: 1 }), 'refused'],
    ['application/json', `{ "${target}`, 'refused'],
    ['application/json', '['.repeat(500_000), 'refused'],
    ['text/plain', `See ${target}.`, 'held'],
    ['text/plain', `See (${target}), ${target}1`, 'held'],
    ['text/plain', `See ${target}1 or ${target}/a`, 'refused'],
    ['application/rss+xml', `<link>${target}</link>`, 'held'],
    ['image/png', target, 'refused'],
  ]
  for (const [index, [type, body, state]] of sources.entries()) {
    t.other.pages[`/${index}`] = typed(type, body)
    assert.equal((await t.mention(`/${index}`)).state, state, `${type} ${body.slice(0, 60)}`)
  }
})

test('R12, R13, P1, P2: redirects are followed, not without an end; the source is asked for a page', async () => {
  const t = await mentioned()
  const to = (location: string) => (answer: import('node:http').ServerResponse) =>
    void answer.writeHead(302, { location }).end()
  t.other.pages['/end'] = `<a href="${t.target}">x</a>`
  t.other.pages['/once'] = to('/end')
  t.other.pages['/round'] = to('/round')
  t.other.pages['/inside'] = to('http://127.0.0.1:9/')
  assert.equal((await t.mention('/once')).state, 'held')
  assert.match(String(t.other.asked[0]!.headers.accept), /^text\/html/)
  assert.match((await t.mention('/round')).message, /redirects too often/)
  assert.match((await t.mention('/inside')).message, /not on the public web/)
  assert.match((await t.mention('http://169.254.169.254/latest')).message, /not on the public web/)
})

test('the address of the source is not decoded, and not made tidy', async () => {
  const t = await mentioned()
  const path = '/post/bluesky/did:plc:a/at%253A%252F%252Fdid%253Aplc%253Aa%2Fx'
  t.other.pages[path] = `<a href="${t.target}">x</a>`
  assert.equal((await t.mention(path)).state, 'held')
})

test('R15, P7, P8: a slow source is tried again, a huge one is not', async () => {
  const t = await mentioned()
  t.other.pages['/slow'] = (answer) => void answer.write('<p>')
  t.other.pages['/huge'] = `<a href="${t.target}">x</a>${' '.repeat(5 * 1024 * 1024)}`
  t.other.pages['/cut'] = (answer) => void answer.destroy()
  assert.match((await t.mention('/huge')).message, /larger than 1 MB/)
  assert.match((await t.mention('/cut')).message, /could not be reached. It will be tried again/)
  const startedMs = performance.now()
  assert.match((await t.mention('/slow')).message, /did not answer in time/)
  assert.ok(performance.now() - startedMs < patienceMs)
})

test('R15: a page that is made to keep the reader busy is given up in a second', { timeout: 60_000 }, async () => {
  const t = await mentioned()
  const link = `<a href="${t.target}">x</a>`
  const million = 1_000_000
  const pages = [
    link + '<div>'.repeat(million / 5),
    link + '<div class="h-entry">'.repeat(million / 25),
    link + '<div class="h-entry"><div class="e-content">'.repeat(190) + 'x'.repeat(million - 10_000),
    `<p>${Array.from({ length: 250 }, (_, index) => `<b id=${index}>`).join('')}${'<p>'.repeat(million / 4)}${link}`,
    link + '<table>'.repeat(million / 8),
    link + '<svg><desc>'.repeat(million / 12),
  ]
  t.other.pages['/warm'] = link
  await t.mention('/warm')
  for (const [index, html] of pages.entries()) {
    t.other.pages[`/${index}`] = html
    const startedMs = performance.now()
    const { state } = await t.mention(`/${index}`)
    assert.notEqual(state, 'waiting')
    assert.ok(performance.now() - startedMs < patienceMs, `${index}: ${performance.now() - startedMs} ms`)
  }
  // What comes after is read as ever.
  t.other.pages['/after'] = `<div class="h-entry"><a class="u-like-of" href="${t.target}">x</a></div>`
  await t.mention('/after')
  await t.approveAll()
  assert.ok((await t.shown()).some(({ type }) => type === 'like-of'))
})

test('R8, R17, P3, P4: sent again it is read again, and stands there once', async () => {
  const t = await mentioned()
  const reply = (text: string) =>
    `<div class="h-entry"><a class="u-in-reply-to" href="${t.target}"></a><p class="e-content">${text}</p></div>`
  t.other.pages['/a'] = reply('First')
  await t.mention('/a')
  await t.approveAll()
  t.other.pages['/a'] = reply('Second')
  await t.mention('/a')
  assert.deepEqual(
    (await t.shown()).map(({ sourceContent }) => sourceContent),
    ['Second'],
  )
})

test('R20: what a source shows to some alone is not shown here, whatever else it says', async () => {
  const t = await mentioned()
  const like = `<div class="h-entry"><p class="e-content">For members only</p><a class="u-in-reply-to" href="${t.target}"></a></div>`
  for (const status of [401, 402, 403, 404, 407, 451]) {
    t.other.pages[`/${status}`] = (answer) => void answer.writeHead(status).end(like)
    const { state, message } = await t.mention(`/${status}`)
    assert.deepEqual([state, message], ['refused', `It was not taken. The source answered ${status}.`])
  }
  t.other.pages['/login'] = '<form><input type="password"></form>'
  t.other.pages['/moved'] = (answer) => void answer.writeHead(302, { location: '/login' }).end(like)
  assert.equal((await t.mention('/moved')).state, 'refused')
  assert.ok(t.other.asked.every(({ headers }) => !headers.cookie && !headers.authorization))
  const kept = await one<{ count: number }>(t.db)`select count(*) from webmentions where content <> ''`
  assert.equal(kept!.count, 0)
})

test('R20: what a source shows to some alone from now on is hidden at once, and shown again when it is for everybody', async () => {
  const t = await mentioned()
  const reply = `<div class="h-entry"><a class="u-in-reply-to" href="${t.target}"></a><p class="e-content">Said</p></div>`
  t.other.pages['/a'] = reply
  await t.mention('/a')
  await t.approveAll()
  for (const status of [401, 403, 500]) {
    t.other.pages['/a'] = (answer) => void answer.writeHead(status).end(reply)
    assert.equal((await t.mention('/a')).state, 'gone', String(status))
    assert.deepEqual(await t.shown(), [])
  }
  const kept = await one<{ content: string; isDue: boolean }>(t.db)`
    select content, check_at > now() as "isDue" from webmentions`
  assert.deepEqual(kept, { content: '', isDue: true })
  t.other.pages['/a'] = reply
  assert.equal((await t.mention('/a')).state, 'verified')
  assert.equal((await t.shown())[0]!['sourceContent'], 'Said')
  t.other.pages['/a'] = (answer) => void answer.writeHead(403).end()
  await run(t.db)`update webmentions set verified_at = now() - interval '31 days'`
  assert.equal((await t.mention('/a')).state, 'gone')
  assert.equal((await one<{ at: Date | null }>(t.db)`select check_at as at from webmentions`)!.at, null)
})

test('R20: what is said of a post that is withheld is neither taken nor shown', async () => {
  const t = await mentioned()
  t.other.pages['/a'] = `<div class="h-entry"><a class="u-like-of" href="${t.target}">x</a></div>`
  await t.mention('/a')
  await t.approveAll()
  await run(t.db)`update all_posts set is_withheld = true`
  assert.equal((await t.call('GET', `/api/posts/${t.postId}/webmentions`)).status, 404)
  const answer = await t.send({ source: `${t.other.url}/b`, target: t.target })
  assert.equal(answer.status, 400)
  await run(t.db)`update all_posts set is_withheld = false`
  assert.equal((await t.shown()).length, 1)
})

test('R18, P5, P6, X1: without the link, with 410 or a page that says 410 it goes', async () => {
  const t = await mentioned()
  const link = `<a href="${t.target}">x</a>`
  const ends: [string, (typeof t.other.pages)[string]][] = [
    ['/without', '<p>Nothing'],
    ['/gone', (answer) => void answer.writeHead(410).end()],
    ['/meta', `<meta http-equiv="status" content="410 Gone">${link}`],
  ]
  for (const [path] of ends) {
    t.other.pages[path] = link
    await t.mention(path)
  }
  await t.approveAll()
  assert.equal((await t.shown()).length, 3)
  t.announced()
  for (const [path, page] of ends) {
    t.other.pages[path] = page
    assert.equal((await t.mention(path)).state, 'gone', path)
    assert.deepEqual(t.announced(), ['posts', 'removals'])
  }
  assert.deepEqual(await t.shown(), [])
  assert.equal((await one<{ count: number }>(t.db)`select webmention_count as count from webmention_counts`)!.count, 0)
  t.other.pages['/gone'] = link
  assert.equal((await t.mention('/gone')).state, 'verified')
})

test('a host that fails keeps its mention for a month', async () => {
  const t = await mentioned()
  t.other.pages['/a'] = `<a href="${t.target}">x</a>`
  await t.mention('/a')
  await t.approveAll()
  for (const status of [500, 404]) {
    t.other.pages['/a'] = (answer) => void answer.writeHead(status).end()
    assert.equal((await t.mention('/a')).state, 'verified')
  }
  await run(t.db)`update webmentions set verified_at = now() - interval '31 days'`
  assert.equal((await t.mention('/a')).state, 'gone')
})

test('one slow host keeps no other waiting', async () => {
  const t = await mentioned()
  t.other.pages['/slow'] = (answer) => void answer.write('<p>')
  t.other.pages['/fast'] = `<a href="${t.target}">x</a>`
  // The same server by another name: to the site it is another host.
  const fast = `${t.other.url.replace('127.0.0.1', 'localhost')}/fast`
  const sent: Response[] = []
  for (let i = 0; i < 30; i++) {
    t.other.pages[`/slow?${i}`] = t.other.pages['/slow']!
    sent.push(await t.send({ source: `${t.other.url}/slow?${i}`, target: t.target }))
  }
  sent.push(await t.send({ source: fast, target: t.target }))
  const stateOf = async (one: Response) =>
    ((await (await t.app.request(new URL(one.headers.get('location')!).pathname)).json()) as { state: string }).state
  await vi.waitFor(async () => assert.notEqual(await stateOf(sent.at(-1)!), 'waiting'), patienceMs)
  assert.equal(await stateOf(sent.at(-2)!), 'waiting', 'the last slow one is still waited for')
})
