import assert from 'node:assert/strict'
import { test } from 'vitest'
import { outgoingLinks } from './outgoing-links.ts'

const out = (html: string, max = 100) => outgoingLinks(html, 'https://devstead.example', max)

test('returns distinct links to other sites, exactly as written', () => {
  const html = `<p><a href="https://one.example">1</a> <a href="/post/2">own</a> <a href="#a">own</a>
    <a href="https://devstead.example/post/3">own</a> <a href="https://two.example/?a=1&amp;b=ü#x">2</a>
    <a href="HTTP://three.example/A">3</a> <a href="https://one.example">again</a> <img src="https://four.example/a.png">`
  assert.deepEqual(out(html), ['https://one.example', 'https://two.example/?a=1&b=ü#x', 'HTTP://three.example/A'])
})

test('skips links that are invalid, not HTTP(S), or too long, and limits their number', () => {
  const long = `https://long.example/${'x'.repeat(2000)}`
  for (const href of [
    'mailto:a@b.example',
    'javascript:alert(1)',
    'ftp://a.example/',
    'https://u:p@a.example/',
    'https://[',
    long,
  ])
    assert.deepEqual(out(`<a href="${href}">`), [], href)
  const many = Array.from({ length: 150 }, (_, index) => `<a href="https://a.example/${index}">`).join('')
  assert.equal(out(many).length, 100)
  assert.equal(out(many, 20).length, 20)
})
