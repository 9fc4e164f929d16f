import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { loadCatalog } from './catalogs.ts'
import { installTranslation, locale, shownText, t } from '#messages/messages.ts'
import { inLanguage, inSiteLanguage, recordTexts } from './trace.ts'
import { translateRequests } from './translation.ts'

afterEach(() => installTranslation({ locale: () => 'en', translate: (text) => text }))

const german = loadCatalog('de')
const translatedText = german['The page has no webmention endpoint.']!

test('shows recorded texts in the language of each reader', () => {
  translateRequests(() => 'en')
  const stored = recordTexts(() => t('The page responded with {status}.', { status: 404 }))
  assert.equal(shownText(stored), 'The page responded with 404.')
  assert.equal(
    inLanguage('de', () => shownText(stored)),
    german['The page responded with {status}.']!.replace('{status}', '404'),
  )
  const count = recordTexts(() => t('{count, plural, one {# comment} other {# comments}}', { count: 1 }))
  assert.equal(
    inLanguage('de', () => shownText(count)),
    '1 Kommentar',
  )
})

test('shows recorded texts that are part of other texts, and of values', () => {
  translateRequests(() => 'de')
  const stored = recordTexts(() => {
    const device = t('{browser} on {system}', { browser: '“A\\B”', system: t('Unknown device') })
    return `${t('The last backup failed: {reason}', { reason: device })} / ${t('Footnotes')}`
  })
  const expected = 'Das letzte Backup ist fehlgeschlagen: “A\\B” auf Unbekanntes Gerät / Fußnoten'
  assert.equal(shownText(JSON.parse(JSON.stringify(stored))), expected)
})

test('translates texts that earlier versions stored in English, and leaves others unchanged', () => {
  translateRequests(() => 'de')
  assert.equal(shownText('The page has no webmention endpoint.'), translatedText)
  assert.equal(shownText('The page responded with 404.'), 'The page responded with 404.')
  assert.equal(shownText('\uE0D0not a message\uE0D1'), 'not a message')
})

test('records nothing while texts are written in a certain language', () => {
  translateRequests(() => 'de')
  const text = () => t('The page has no webmention endpoint.')
  assert.equal(
    recordTexts(() => inSiteLanguage(text)),
    translatedText,
  )
  assert.equal(
    recordTexts(() => inLanguage('en', text)),
    'The page has no webmention endpoint.',
  )
  assert.equal(inLanguage('es', locale), 'es')
})

test('translates the meanings of an English text separately, and never shows the context', () => {
  translateRequests(() => 'en')
  const texts = () => [t('Open'), t('Open (context: an issue)'), t('Live (context: link to a project)')]
  assert.deepEqual(texts(), ['Open', 'Open', 'Live'])
  assert.deepEqual(inLanguage('es', texts), ['Abiertas', 'Abierta', 'Ver en línea'])
  assert.deepEqual(
    inLanguage('es', () => shownText(recordTexts(() => t('Open (context: an issue)')))),
    'Abierta',
  )
})
