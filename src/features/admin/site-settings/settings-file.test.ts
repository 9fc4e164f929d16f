import assert from 'node:assert/strict'
import { test } from 'vitest'
import { settingsInFile } from './settings-file.hooks.ts'
import { defaultSettings } from './site-settings.contract.ts'

const read = (settings: unknown, kind = 'devstead-settings') => settingsInFile(JSON.stringify({ kind, settings }))

test('reads a file with all settings or only some of them', () => {
  assert.deepEqual(read(defaultSettings), { ok: true, settings: defaultSettings })
  assert.deepEqual(read({ name: 'The Loom' }), { ok: true, settings: { name: 'The Loom' } })
})

test('reports what is wrong with an invalid file', () => {
  const messageOf = (outcome: ReturnType<typeof read>) => (outcome.ok ? null : outcome.message)
  assert.match(messageOf(settingsInFile('{"kind"'))!, /not valid JSON/)
  assert.match(messageOf(read({}, 'other'))!, /does not contain a site’s settings/)
  assert.match(messageOf(read({ links: [{ label: 'x', url: 'x' }] }))!, /^links\.0\.url: Enter a URL/)
  assert.match(messageOf(read([]))!, /./)
})
