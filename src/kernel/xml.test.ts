import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isWellFormed } from '#tests/support/well-formed.ts'
import { xssPayloads } from '#tests/trust/xss-corpus.ts'
import { element, xmlDocument } from './xml.ts'

test('nests elements, escapes text, and omits null', () => {
  const { xml } = element('a', { b: '"<&>"', c: undefined, d: 0 }, 'x < y & z', null, [element('e', {})])
  assert.equal(xml, '<a b="&quot;&lt;&amp;&gt;&quot;" d="0">x &lt; y &amp; z<e/></a>')
})

test('always produces a well-formed document', async () => {
  const codes = Array.from({ length: 0x2_00 }, (_, code) => String.fromCharCode(code))
  const odd = ['\ud800', 'a\udfffb', '\ufffe\uffff', ']]>', '<![CDATA[', '&nbsp;', '<?xml?>', '<!--', '😀', '\r\n']
  for (const text of [...codes, ...odd, ...xssPayloads()]) {
    const document = xmlDocument(element('a', { b: text }, text, element('c', {}, text)))
    assert.ok(await isWellFormed(document), JSON.stringify(text))
  }
})

test('uses a validator that rejects what feed readers reject', async () => {
  for (const broken of ['<a>&nbsp;</a>', '<a>\u0001</a>', '<a>&</a>', '<a b="<"/>', '<a>', '<a>]]></a>', '<b:a/>x'])
    assert.equal(await isWellFormed(broken), false, broken)
})
