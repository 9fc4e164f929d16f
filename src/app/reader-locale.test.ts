import assert from 'node:assert/strict'
import { test } from 'vitest'
import { localeOf } from './reader-locale.ts'

const accepting = (accepted: string) => localeOf({ 'accept-language': accepted })

test('chooses the first language of the browser that the site has', () => {
  assert.equal(accepting('de'), 'de')
  assert.equal(accepting('de-AT,de;q=0.9,en;q=0.8'), 'de')
  assert.equal(accepting('pt-BR, es-419;q=0.7, en;q=0.8'), 'en')
  assert.equal(accepting('JA-jp'), 'ja')
})

test('chooses none if the site has none of them, or if a language is refused', () => {
  for (const accepted of ['pt-BR,pt', '*', 'de;q=0', '', ';;,,q=', 'x'.repeat(100_000)])
    assert.equal(accepting(accepted), null, accepted.slice(0, 20))
  assert.equal(localeOf({}), null)
})

test('prefers the language that the reader chose, if it is one of the site’s', () => {
  const headers = { 'accept-language': 'de' }
  assert.equal(localeOf({ ...headers, cookie: 'a=b; language=ja' }), 'ja')
  assert.equal(localeOf({ ...headers, cookie: 'language=xx; b=c' }), 'de')
  assert.equal(localeOf({ ...headers, cookie: 'mylanguage=ja' }), 'de')
})
