import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { landingLink, pathOnSite } from './redirect.ts'

const site = 'https://site.example'

test('keeps paths and URLs on this site', () => {
  assert.equal(pathOnSite(site, '/settings?tab=1'), '/settings?tab=1')
  assert.equal(pathOnSite(site, 'https://site.example/post/7#x'), '/post/7')
  assert.equal(pathOnSite(site, null), '/')
})

test('replaces every form of a foreign URL with /', () => {
  const spellings = [
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'https://site.example@evil.example/',
    'https://user:pass@site.example/',
    'https://site.example.evil.example/',
    'http://site.example/',
    'https://site.example:444/',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'https:evil.example',
    '/\t/evil.example',
    'https://site.example//evil.example',
  ]
  for (const spelling of spellings) {
    const landed = new URL(pathOnSite(site, spelling), site)
    assert.equal(landed.origin, site, spelling)
    assert.ok(!landed.pathname.startsWith('//') && !landed.host.includes('evil'), spelling)
  }
})

test('keeps browsers on the site when given known open-redirect payloads', () => {
  const list = new URL('../../../tests/fixtures/naughty/Open-Redirect-payloads.txt', import.meta.url)
  const payloads = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  assert.ok(payloads.length > 200)
  for (const payload of payloads) {
    const path = pathOnSite(site, payload)
    assert.match(path, /^\/(?![/\\])/, payload)
    assert.equal(new URL(path, site).origin, site, payload)
  }
})

test('builds email links from our page, the link type, and the return path', () => {
  assert.equal(landingLink(site, 'recovery', 'abc', '/'), `${site}/auth?type=recovery&token_hash=abc`)
  assert.equal(landingLink(site, 'email', 'abc', '/?sb_flow_id=1'), `${site}/auth?type=email&token_hash=abc`)
  assert.equal(
    landingLink(site, 'email', 'abc', '/p?q=1&sb_flow_id=1'),
    `${site}/auth?type=email&token_hash=abc&next=%2Fp%3Fq%3D1`,
  )
  assert.equal(landingLink(site, 'x&y', 'a=b', '/p?q=1'), `${site}/auth?type=x%26y&token_hash=a%3Db&next=%2Fp%3Fq%3D1`)
})
