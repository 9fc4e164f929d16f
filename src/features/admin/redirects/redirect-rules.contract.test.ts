import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createRedirectIndex } from './redirect-index.contract.ts'
import { loopMessage, loopsAmong } from './redirect-loops.contract.ts'
import { isProblem, parseRedirect, type RedirectRule } from './redirect-rules.contract.ts'

const siteUrl = 'https://site.example'

function rule(from: string, to: string): RedirectRule {
  const parsed = parseRedirect({ from, to }, siteUrl)
  assert.ok(!isProblem(parsed), `${from} → ${to}: ${JSON.stringify(parsed)}`)
  return parsed
}
const indexOf = (rules: Record<string, string>) =>
  createRedirectIndex(Object.entries(rules).map(([from, to]) => rule(from, to)))
const targetIn = (rules: Record<string, string>) => {
  const index = indexOf(rules)
  return (target: string) => index.find(new URL(target, siteUrl))?.location ?? null
}

test('matches exact paths in any letter case and encoding', () => {
  const at = targetIn({ '/Über-uns': '/about', '/2019/05/hello.html': '/blog/hello', '/a b': '/ab' })
  for (const path of ['/Über-uns', '/%C3%9Cber-uns', '/u%CC%88ber-uns/', '/%c3%bcBER-UNS//', '/über-uns?utm_source=x'])
    assert.equal(at(path), '/about', path)
  for (const path of ['/2019/05/hello.html', '/2019/05/HELLO.HTML/']) assert.equal(at(path), '/blog/hello', path)
  assert.equal(at('/a%20b'), '/ab')
  for (const path of ['/2019/05/hello', '/2019/05/hello.html/x', '/2019//05/hello.html', '/uber-uns', '/'])
    assert.equal(at(path), null, path)
})

test('matches exact paths before wildcards, the longest wildcard first, and appends the rest of the path', () => {
  const at = targetIn({
    '/old/*': '/new/*',
    '/old/exact': '/somewhere',
    '/old/deep/*': 'https://other.example/x/*',
    '/all/*': '/one',
    '/up/*': '/*',
  })
  assert.equal(at('/old/a/B%20c'), '/new/a/B%20c')
  assert.equal(at('/OLD/a/'), '/new/a/')
  assert.equal(at('/old'), '/new')
  assert.equal(at('/old/exact/'), '/somewhere')
  assert.equal(at('/old/deep/er'), 'https://other.example/x/er')
  assert.equal(at('/old/deep'), 'https://other.example/x')
  assert.equal(at('/old/deeper'), '/new/deeper')
  assert.equal(at('/all/things/here'), '/one')
  assert.equal(at('/up'), '/')
  assert.equal(at('/older'), null)
})

test('never treats the rest of the path as another site’s host', () => {
  const at = targetIn({ '/up/*': '/*', '/on/*': 'https://other.example/*' })
  for (const path of ['/up//evil.example', '/up/\\evil.example', '/up/%2e%2e//evil.example', '/up///evil.example/x']) {
    const location = at(path)
    if (location !== null) assert.equal(new URL(location, siteUrl).origin, siteUrl, path)
  }
  assert.equal(new URL(at('/on/@evil.example')!).host, 'other.example')
  assert.equal(at('/up/%0d%0aset-cookie:x'), '/%0d%0aset-cookie:x')
})

test('requires a rule’s query parameters and ignores any others', () => {
  const at = targetIn({
    '/?p=123': '/blog/hello',
    '/?p=123&preview=true': '/drafts',
    '/index.php?id=a%20b': '/ab',
    '/x': '/y',
  })
  assert.equal(at('/?p=123'), '/blog/hello')
  assert.equal(at('/?utm_source=x&p=123'), '/blog/hello')
  assert.equal(at('/?preview=true&p=123'), '/drafts')
  assert.equal(at('/index.php?id=a+b'), '/ab')
  for (const target of ['/', '/?p=1234', '/?P=123', '/?q=123', '/index.php', '/index.php?id=ab'])
    assert.equal(at(target), null, target)
})

test('keeps the target’s query and fragment, and accepts full URLs on the old site and on this site', () => {
  const at = targetIn({
    'https://old.example/post?id=7': `${siteUrl}/blog/x?page=2#part`,
    '/ü': '/größe',
    'http://old.example/docs/*': 'https://docs.example/*',
  })
  assert.equal(at('/post?id=7'), '/blog/x?page=2#part')
  assert.equal(at('/%C3%BC'), '/gr%C3%B6%C3%9Fe')
  assert.equal(at('/docs/a'), 'https://docs.example/a')
})

test('never matches the application’s own paths', () => {
  const at = targetIn({ '/*': 'https://old.example/*' })
  assert.equal(at('/apis'), 'https://old.example/apis')
  for (const path of ['/api/posts', '/API/x', '/auth/v1', '/storage', '/%61ssets/x.js'])
    assert.equal(at(path), null, path)
})

test('rejects rules that cannot work, and explains why', () => {
  const cases: [from: string, to: string, message: RegExp][] = [
    ['', '/x', /Enter the old path/],
    ['old', '/x', /must start with \//],
    ['/', '/x', /home page/],
    ['/?', '/x', /home page/],
    ['//', '/x', /home page/],
    ['https://old.example', '/x', /home page/],
    ['/API/x', '/x', /cannot be redirected/],
    ['/auth', '/x', /cannot be redirected/],
    ['/storage/*', '/x', /cannot be redirected/],
    ['/%61ssets/app.js', '/x', /cannot be redirected/],
    ['/a#b', '/x', /after #/],
    ['/a*', '/x', /last part/],
    ['/a/*/b', '/x', /last part/],
    ['/a/*?p=1', '/x', /cannot have a query/],
    ['/a\u0000', '/x', /control characters/],
    ['/a%00b', '/x', /control characters/],
    ['/a%0Ab/*', '/x', /control characters/],
    [`/${'a'.repeat(700)}`, '/x', /too long/],
    [`/${'a'.repeat(2100)}`, '/x', /too long/],
    ['/a', '', /Enter the new path/],
    ['/a', 'x', /must be a path/],
    ['/a', '//evil.example', /must be a path/],
    ['/a', '/\\evil.example', /must be a path/],
    ['/a', '/.//evil.example', /must be a path/],
    ['/a', 'javascript:alert(1)', /must be a path/],
    ['/a', 'https://user:secret@example.com/', /must be a path/],
    ['/a', 'https://', /must be a path/],
    ['/a', `/${'x'.repeat(2000)}`, /too long/],
    ['/a', '/x/*', /only if the old path/],
  ]
  for (const [from, to, message] of cases) {
    const parsed = parseRedirect({ from, to }, siteUrl)
    assert.ok(isProblem(parsed), `${from} → ${to}`)
    assert.match(parsed.message, message, `${from} → ${to}`)
  }
})

test('finds loops of any length, including through wildcards and queries, and reports which rules form them', () => {
  const loopOf = (existing: Record<string, string>, from: string, to: string) => {
    const candidate = rule(from, to)
    const loop = loopsAmong(
      Object.entries(existing).map(([a, b]) => rule(a, b)),
      [candidate],
      siteUrl,
    ).get(candidate)
    return loop ? loopMessage(candidate, loop) : null
  }
  assert.match(loopOf({}, '/a', '/A/')!, /would lead back to \/a/)
  assert.match(loopOf({}, '/a', `${siteUrl}/a#top`)!, /would lead back/)
  assert.match(loopOf({ '/b': '/c', '/c': '/a' }, '/a', '/b')!, /loop: \/a → \/b → \/c → \/a.*from \/b first/)
  assert.match(loopOf({}, '/*', '/blog/*')!, /would lead back/)
  assert.match(loopOf({}, '/a/*', '/a/b/*')!, /would lead back/)
  assert.match(loopOf({ '/b/*': '/a/*' }, '/a/*', '/b/*')!, /redirect loop/)
  assert.match(loopOf({ '/b/*': '/a/b/*' }, '/a/*', '/*')!, /redirect loop/)
  assert.match(loopOf({ '/b': '/a/b' }, '/a/*', '/*')!, /redirect loop/)
  assert.match(loopOf({}, '/?p=1', '/?p=1&x')!, /would lead back/)
  assert.match(loopOf({ '/a': '/?p=1' }, '/?p=1', '/a')!, /redirect loop/)
  assert.equal(loopOf({ '/b': '/c' }, '/a', '/b'), null)
  assert.equal(loopOf({ '/b': '/c' }, '/a', 'https://other.example/a'), null)
  assert.equal(loopOf({}, '/2019/*', '/blog/*'), null)
  assert.equal(loopOf({ '/new/special': '/old/other' }, '/old/*', '/new/*'), null)
  assert.equal(loopOf({ '/a/x': '/done' }, '/b/x', '/a/x'), null)
})

test('rejects the last of several new rules that would form a loop', () => {
  const rules = [rule('/a', '/b'), rule('/c', '/d'), rule('/b', '/c'), rule('/d', '/a')]
  const loops = loopsAmong([], rules, siteUrl)
  assert.deepEqual(
    [...loops.keys()].map(({ from }) => from),
    ['/d'],
  )
})
