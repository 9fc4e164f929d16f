import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { mentioned } from '#tests/support/mentioning.ts'
import { patienceMs } from '#tests/support/patience.ts'

// Tests how the site verifies that the source links to the target.

const typed = (type: string, body: string) => (answer: import('node:http').ServerResponse) =>
  void answer.setHeader('content-type', type).end(body)

test('accepts a link in any element that has a URL attribute', async () => {
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

test('does not accept a URL in text, comments, or scripts, or a different URL, as a link to the target', async () => {
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

test('accepts the URL in a JSON value or in plain text, but accepts no other media types', async () => {
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

test('fetches the source page and follows a limited number of redirects', async () => {
  const t = await mentioned()
  const to = (location: string) => (answer: import('node:http').ServerResponse) =>
    void answer.writeHead(302, { location }).end()
  t.other.pages['/end'] = `<a href="${t.target}">x</a>`
  t.other.pages['/once'] = to('/end')
  t.other.pages['/round'] = to('/round')
  t.other.pages['/inside'] = to('http://127.0.0.1:9/')
  assert.equal((await t.mention('/once')).state, 'held')
  assert.match(String(t.other.asked[0]!.headers.accept), /^text\/html/)
  assert.match((await t.mention('/round')).message, /redirects too many times/)
  assert.match((await t.mention('/inside')).message, /not on the public web/)
  assert.match((await t.mention('http://169.254.169.254/latest')).message, /not on the public web/)
})

test('fetches the source URL without decoding or normalizing it', async () => {
  const t = await mentioned()
  const path = '/post/bluesky/did:plc:a/at%253A%252F%252Fdid%253Aplc%253Aa%2Fx'
  t.other.pages[path] = `<a href="${t.target}">x</a>`
  assert.equal((await t.mention(path)).state, 'held')
})

test('retries a slow source, but not an oversized one', async () => {
  const t = await mentioned()
  t.other.pages['/slow'] = (answer) => void answer.write('<p>')
  t.other.pages['/huge'] = `<a href="${t.target}">x</a>${' '.repeat(5 * 1024 * 1024)}`
  t.other.pages['/cut'] = (answer) => void answer.destroy()
  assert.match((await t.mention('/huge')).message, /larger than 1 MB/)
  assert.match((await t.mention('/cut')).message, /could not be reached\. We will try again/)
  const startedMs = performance.now()
  assert.match((await t.mention('/slow')).message, /did not respond in time/)
  assert.ok(performance.now() - startedMs < patienceMs)
})

test('gives up quickly on a page designed to keep the parser busy', async () => {
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
  // The next source is parsed as usual.
  t.other.pages['/after'] = `<div class="h-entry"><a class="u-like-of" href="${t.target}">x</a></div>`
  await t.mention('/after')
  await t.approveAll()
  assert.ok((await t.shown()).some(({ type }) => type === 'like-of'))
})

test('updates a mention when it is sent again, without creating a duplicate', async () => {
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

test('does not show content from a source that is not public', async () => {
  const t = await mentioned()
  const like = `<div class="h-entry"><p class="e-content">For members only</p><a class="u-in-reply-to" href="${t.target}"></a></div>`
  for (const status of [401, 402, 403, 404, 407, 451]) {
    t.other.pages[`/${status}`] = (answer) => void answer.writeHead(status).end(like)
    const { state, message } = await t.mention(`/${status}`)
    assert.deepEqual([state, message], ['refused', `Not accepted. The source responded with ${status}.`])
  }
  t.other.pages['/login'] = '<form><input type="password"></form>'
  t.other.pages['/moved'] = (answer) => void answer.writeHead(302, { location: '/login' }).end(like)
  assert.equal((await t.mention('/moved')).state, 'refused')
  assert.ok(t.other.asked.every(({ headers }) => !headers.cookie && !headers.authorization))
  const stored = await one<{ count: number }>(t.db)`select count(*) from webmentions where content <> ''`
  assert.equal(stored!.count, 0)
})

test('hides a mention immediately when its source stops being public, and shows it again once the source is public', async () => {
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
  const stored = await one<{ content: string; isDue: boolean }>(t.db)`
    select content, check_at > now() as "isDue" from webmentions`
  assert.deepEqual(stored, { content: '', isDue: true })
  t.other.pages['/a'] = reply
  assert.equal((await t.mention('/a')).state, 'verified')
  assert.equal((await t.shown())[0]!['sourceContent'], 'Said')
  t.other.pages['/a'] = (answer) => void answer.writeHead(403).end()
  await run(t.db)`update webmentions set verified_at = now() - interval '31 days'`
  assert.equal((await t.mention('/a')).state, 'gone')
  assert.equal((await one<{ at: Date | null }>(t.db)`select check_at as at from webmentions`)!.at, null)
})

test('neither accepts nor shows mentions of hidden posts', async () => {
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

test('hides a mention when its link is missing or its source is marked as deleted', async () => {
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

test('keeps a mention for a month while its host fails', async () => {
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

test('does not let a slow host delay checks of other hosts', async () => {
  const t = await mentioned()
  t.other.pages['/slow'] = (answer) => void answer.write('<p>')
  t.other.pages['/fast'] = `<a href="${t.target}">x</a>`
  // The same server under another name, which counts as another host.
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
  assert.equal(await stateOf(sent.at(-2)!), 'waiting', 'the last slow source is still pending')
})
