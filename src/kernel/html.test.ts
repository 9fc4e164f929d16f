import assert from 'node:assert/strict'
import { test } from 'vitest'
import { escapeHtml, escapeScript } from './html.ts'

test('escapes text so that it cannot end an element or a quoted attribute', () => {
  assert.equal(escapeHtml(`<a href="x" title='y'>&amp;`), '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;')
})

test('escapes JSON so that it cannot end its script element but still parses to the same value', () => {
  const hostile = ['</script><script>alert(1)</script>', '<!-- <script>', ']]>', '\u2028\u2029', '&lt;/script>', '"\\']
  const data = { list: hostile, ['</script>']: hostile.join('') }
  const json = escapeScript(JSON.stringify(data))
  assert.doesNotMatch(json, /[<>&\u2028\u2029]/)
  assert.deepEqual(JSON.parse(json), data)
})
