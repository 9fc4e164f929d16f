import assert from 'node:assert/strict'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, test } from 'vitest'
import { installTranslation, locale, t } from './messages.ts'
import { rich } from './rich.ts'

afterEach(() => installTranslation({ locale: () => 'en', translate: (text) => text }))

test('formats messages in English without a catalog', () => {
  assert.equal(t('Save {draft'), 'Save {draft')
  assert.equal(
    t('{count, plural, one {# post} other {# posts}} by {name}', { count: 1200, name: 'Ada' }),
    '1,200 posts by Ada',
  )
  assert.equal(locale(), 'en')
})

test('uses the language of each call', () => {
  let current: 'de' | 'en' = 'de'
  const german: Record<string, string> = { Save: 'Speichern', '{count} posts': '{count} Beiträge' }
  installTranslation({ locale: () => current, translate: (text) => (current === 'de' && german[text]) || text })
  assert.deepEqual([t('Save'), t('{count} posts', { count: 3 }), t('Other')], ['Speichern', '3 Beiträge', 'Other'])
  current = 'en'
  assert.deepEqual([t('Save'), t('{count} posts', { count: 3 })], ['Save', '3 posts'])
})

test('puts elements and nodes into messages, and no markup from values', () => {
  const node = rich('Read the <link>{name}</link> by {author}.', {
    name: '<i>guide</i>',
    author: createElement('b', null, 'Ada'),
    link: (content) => createElement('a', { href: '/' }, content),
  })
  assert.equal(
    renderToString(createElement('p', null, node)),
    '<p>Read the <a href="/">&lt;i&gt;guide&lt;/i&gt;</a> by <b>Ada</b>.</p>',
  )
})
