import assert from 'node:assert/strict'
import { test } from 'vitest'
import { patchBlocks } from './patch-blocks.ts'

const code = (line: number) => `<figure class="code" data-line="${line}"><pre><code>echo</code></pre></figure>`

function show(html: string) {
  const element = document.createElement('div')
  patchBlocks(element, html)
  return { element, children: () => [...element.children] }
}

test('replaces only the block that differs', () => {
  const t = show('<p data-line="0">a</p>\n<p data-line="2">b</p>\n<p data-line="4">c</p>\n')
  const [first, second, third] = t.children()
  const html = '<p data-line="0">a</p>\n<p data-line="2">b!</p>\n<p data-line="4">c</p>\n'
  patchBlocks(t.element, html)
  assert.equal(t.element.innerHTML, html)
  const [sameFirst, other, sameThird] = t.children()
  assert.ok(first === sameFirst && third === sameThird)
  assert.notEqual(other, second)
})

test('keeps the blocks after an added one, and updates their line numbers', () => {
  const list = (line: number) => `<ul data-line="${line}"><li data-line="${line}">c</li></ul>`
  const t = show(`<p data-line="0">a</p>${list(2)}`)
  const [, last] = t.children()
  const html = `<p data-line="0">a</p><p data-line="2">b</p>${list(4)}`
  patchBlocks(t.element, html)
  assert.equal(t.element.innerHTML, html)
  assert.equal(t.children()[2], last)
})

test('removes blocks from a repeated sequence', () => {
  const paragraph = '<p>a</p>'
  const t = show(paragraph.repeat(3))
  patchBlocks(t.element, paragraph)
  assert.equal(t.element.innerHTML, paragraph)
  patchBlocks(t.element, '')
  assert.equal(t.element.innerHTML, '')
})

test('adds one copy button to each code block', () => {
  const t = show(code(0) + code(2))
  patchBlocks(t.element, `<p data-line="0">a</p>${code(2)}${code(4)}`)
  assert.equal(t.element.querySelectorAll('figure').length, 2)
  for (const figure of t.element.querySelectorAll('figure')) assert.equal(figure.querySelectorAll('button').length, 1)
})
