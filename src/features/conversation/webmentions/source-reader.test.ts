import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { onTestFinished, test } from 'vitest'
import { patienceMs } from '#tests/support/patience.ts'
import { createSourceReader, type SourceReader } from './source-reader.ts'

const target = 'http://devstead.test/post/1'
const link = `<a href="${target}">x</a>`
const maxBytes = 1024 * 1024
const address = (source: string) => ({ source, finalUrl: source, target })

/** Repeats the part up to the maximum page size. */
const filled = (part: string, before = link) =>
  before + part.repeat(Math.floor((maxBytes - before.length) / part.length))

/** Maximum-size pages that are designed to keep the parser busy. */
const hostile: Record<string, string> = {
  'deep nesting': filled('<div>'),
  'entries in entries': filled('<div class="h-entry">'),
  'maximum depth in many entries': filled(`${'<div class="h-entry">'.repeat(390)}${'</div>'.repeat(390)}`),
  'the maximum number of elements': link + '<i class="p-name">x</i>'.repeat(45_000),
  'more than fifty thousand elements': filled('<b></b>'),
  'a hundred thousand attributes': `${link}<div ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(' ')}>`,
  'one attribute a million times': filled(' a', `${link}<div`),
  'long lists of classes': filled(`<p class="${'h-a p-b u-c dt-d e-f '.repeat(1000)}">x</p>`),
  'one list of classes': `${link}<div class="h-entry"><p class="${'p-a p-b '.repeat(100_000)}">x</p></div>`,
  'nested properties': filled(
    `${'<div class="h-entry p-comment"><p class="e-content">'.repeat(100)}x${'</p></div>'.repeat(100)}`,
  ),
  'nested contents': `${link}<div class="h-entry">${'<div class="e-content">'.repeat(390)}${'x'.repeat(900_000)}`,
  'formatting that is never closed': filled(
    `<p>${Array.from({ length: 250 }, (_, at) => `<b id=${at}>`).join('')}${'<p>'.repeat(2000)}`,
  ),
  'nested tables': filled('<table><tr><td>'),
  'endless URLs': filled(`<a class="u-url" href="${'../'.repeat(20_000)}">x</a>`),
  whitespace: `${link}<div class="h-entry"><p class="p-name">${' \n'.repeat(500_000)}x</p></div>`,
}

async function read(reader: SourceReader, html: string) {
  const page = await reader.page(html, target)
  return page && !page.isOverloaded ? reader.entry(html, address('https://a.example/')) : null
}

const honest = `<div class="h-entry"><a class="p-author h-card" href="/">Ada</a>
  <a class="u-like-of" href="${target}">Liked</a></div>`

test.for(Object.entries(hostile))('gives up on %s, and still parses the harmless page after it', async ([, html]) => {
  assert.ok(html.length <= maxBytes, String(html.length))
  const reader = createSourceReader()
  onTestFinished(() => reader.close())
  await read(reader, honest) // starts the thread
  const [startedMs, before] = [performance.now(), process.threadCpuUsage()]
  const [, entry] = await Promise.all([read(reader, html), read(reader, honest)])
  const passedMs = performance.now() - startedMs
  const { user, system } = process.threadCpuUsage(before)
  const busyMs = (user + system) / 1000
  assert.deepEqual([entry?.type, entry?.author.name], ['like-of', 'Ada'])
  assert.ok(passedMs < patienceMs, `${passedMs} ms`)
  // The site can respond to other requests in the meantime.
  assert.ok(busyMs < 1000, `busy for ${busyMs} ms`)
})
