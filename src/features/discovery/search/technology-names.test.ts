import assert from 'node:assert/strict'
import { test } from 'vitest'
import { termsOf } from './terms.contract.ts'
import { otherNamesOf } from './technology-names.contract.ts'

const otherNames = (text: string, isProse = false) => otherNamesOf(termsOf(text).words[0]!, isProse)

test('knows the other names of a technology, in any case', () => {
  assert.deepEqual(otherNames('PG'), [['postgresql'], ['postgres']])
  assert.deepEqual(otherNames('csharp'), [['cʂ']])
  assert.deepEqual(otherNames('C#'), [['csharp']])
  assert.deepEqual(otherNames('C++'), [['cplusplus'], ['cxx']])
  assert.deepEqual(otherNames('nextjs'), [['next', 'js']])
  assert.deepEqual(otherNames('js'), [['javascript'], ['ecmascript']])
  assert.deepEqual(otherNames('walrus'), [])
})

test('treats ordinary words as technology names only outside prose', () => {
  assert.deepEqual(otherNames('golang'), [['go']])
  assert.deepEqual(otherNames('golang', true), [])
  assert.deepEqual(otherNames('elasticsearch', true), [])
  assert.deepEqual(otherNames('go', true), [['golang']])
})
