import assert from 'node:assert/strict'
import { test } from 'vitest'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { many } from '#kernel/db.ts'
import { currentTrace, inLanguage } from '#kernel/trace.ts'
import { inMemberLanguage } from '#kernel/translation.ts'
import { locale } from '#messages/messages.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'

const languages = (site: Awaited<ReturnType<typeof servedSite>>) =>
  many<{ username: string; locale: string }>(site.db)`
    select username, locale from member_languages join members on id = member_id order by id`

test('records the language that a member’s browser sends', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const save = (body: object) => site.ask('/api/users/me/language', { method: 'PUT', token, body })
  assert.equal((await save({ language: 'de' })).status, 204)
  assert.equal((await save({ language: 'ja' })).status, 204)
  assert.deepEqual(await languages(site), [{ username: 'alice', locale: 'ja' }])
  assert.equal((await save({ language: 'tlh' })).status, 400)
  assert.equal((await site.ask('/api/users/me/language', { method: 'PUT', body: { language: 'de' } })).status, 401)
})

test('writes texts for members in their language, or in the site’s if it has only one', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  assert.equal(
    inMemberLanguage('ja', () => locale()),
    'ja',
  )
  assert.equal(
    inLanguage('de', () => inMemberLanguage(null, () => locale())),
    'en',
  )
  const body = { version: 0, settings: { ...defaultSettings, interfaceLanguage: 'es' } }
  assert.equal((await site.ask('/api/admin/settings', { method: 'PUT', token, body })).status, 200)
  await site.ask('/blog') // reads the settings again
  assert.equal(
    inMemberLanguage('ja', () => locale()),
    'es',
  )
  assert.equal(currentTrace(), undefined)
})
