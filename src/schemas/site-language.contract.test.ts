import assert from 'node:assert/strict'
import { test } from 'vitest'
import { languageName, openGraphLocale, SiteLanguage, textDirection } from './site-language.contract.ts'

test('accepts language tags and returns their canonical form', () => {
  assert.deepEqual(
    ['en', ' DE-at ', 'pt-BR', 'zh-hant-tw', 'de-u-co-phonebk'].map((tag) => SiteLanguage.parse(tag)),
    ['en', 'de-AT', 'pt-BR', 'zh-Hant-TW', 'de-u-co-phonebk'],
  )
  for (const tag of ['', 'German!', 'de_DE', 'x-twain', '"><script>', 'a'.repeat(40)])
    assert.equal(SiteLanguage.safeParse(tag).success, false, tag)
})

test('capitalizes the names of languages', () => {
  assert.deepEqual(
    ['de', 'pt-BR', 'de-u-co-phonebk', 'de_DE'].map((tag) => languageName(tag, 'en')),
    ['German', 'Brazilian Portuguese', 'German', null],
  )
  assert.equal(languageName('en', 'es'), 'Inglés')
})

test('adds the most likely country for Open Graph', () => {
  assert.deepEqual(['en', 'de', 'de-AT', 'zh-Hant'].map(openGraphLocale), ['en_US', 'de_DE', 'de_AT', 'zh_TW'])
})

test('knows the direction in which a language is written', () => {
  assert.deepEqual(
    ['ar-EG', 'he', 'fa', 'ur', 'az-Arab'].filter((tag) => textDirection(tag) === 'ltr'),
    [],
  )
  assert.deepEqual(
    ['en', 'ja', 'az', 'ar-Latn'].filter((tag) => textDirection(tag) === 'rtl'),
    [],
  )
})
