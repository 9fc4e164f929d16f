import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { linksTo } from './rel-me.ts'

const profile = 'https://devstead.example/profile/Alice'
const page = (html: string, linkHeader: string | null = null) => ({
  html,
  linkHeader,
  url: 'https://alice.example/about',
})
const linksBack = (html: string) => linksTo(page(html), profile)

test('accepts any <a> or <link> with rel=me, regardless of how the tag and URL are written', () => {
  for (const html of [
    `<a rel="me" href="${profile}">Me</a>`,
    `<link rel=me href=${profile}>`,
    `<A HREF='${profile}' REL='nofollow ME noopener'>`,
    `<a rel="me" href="http://DEVSTEAD.example/profile/alice/?tab=about#top">`,
    `<a rel="me" href="https://devstead.example:443/profile/Alice">`,
    `<a rel="me" href="//devstead.example/profile/Alice">`,
    `<a rel="me" href="https&colon;//devstead.example/profile/&#65;lice">`,
    `<a rel="me" href=" ${profile}\n">`,
    `<p><b><i></b><div><a rel="me" href="${profile}"><a><table></x>`,
    `<img alt="${'x'.repeat(5000)}"><link rel="me" href="${profile}"/>`,
  ])
    assert.ok(linksBack(html), html)
})

test('rejects markup that is not a rel=me link to the profile', () => {
  for (const html of [
    '',
    profile,
    `<a href="${profile}">`,
    `<a rel="home" href="${profile}">`,
    `<a rel="me2 not-me" href="${profile}">`,
    `<a rel="me" href="${profile}/rss.xml">`,
    `<a rel="me" href="https://devstead.example/profile/Alic">`,
    `<a rel="me" href="https://devstead.example.evil.example/profile/Alice">`,
    `<a rel="me" href="https://evil.example/?u=${profile}">`,
    `<a rel="me" href="https://devstead.example:8443/profile/Alice">`,
    `<a rel="me" href="javascript:location='${profile}'">`,
    `<a rel="me" href="https://alice.example/" href="${profile}">`,
    `<area rel="me" href="${profile}">`,
    `<!-- <a rel="me" href="${profile}"> -->`,
    `<script>"<a rel='me' href='${profile}'>"</script>`,
    `<textarea><a rel="me" href="${profile}"></textarea>`,
    `<img alt='<a rel="me" href="${profile}">'>`,
    `<a rel="me" href="${profile}`,
  ])
    assert.ok(!linksBack(html), html)
})

test('accepts an HTTP Link header', () => {
  const by = (header: string) => linksTo(page('', header), profile)
  assert.ok(by(`<${profile}>; rel=me`))
  assert.ok(by(`</feed>; rel="alternate", <${profile}>; title="x"; REL="nofollow me"`))
  assert.ok(!by(`<${profile}>; rel="alternate", </other>; rel=me`))
  assert.ok(!by(`${profile}; rel=me`))
})

test('parses adversarial pages in linear time', () => {
  const length = 1024 * 1024
  for (const part of [
    '<b>',
    '<a rel=me href=',
    '<a ',
    '</x>',
    '<',
    '&amp',
    '<a rel="me" href="x">',
    'a="',
    '<!--',
    '<svg>',
  ]) {
    const html = part.repeat(length / part.length)
    const startedMs = cpuMs()
    linksBack(html)
    const nested = `${'<b>'.repeat(length / 6)}${'</i>'.repeat(length / 8)}`
    linksBack(nested)
    assert.ok(cpuMs() - startedMs < 2000, part)
  }
})
