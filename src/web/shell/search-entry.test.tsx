import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mount, settle, type } from '#tests/support/mount.tsx'
import { SearchEntry } from './search-entry.tsx'

test('opens the results for a search from the sidebar and clears the field', async () => {
  history.replaceState(null, '', '/')
  const { page } = await mount(<SearchEntry isCurrent={false} />)
  const field = page.querySelector('input')!
  assert.deepEqual([field.form!.getAttribute('action'), field.form!.method, field.name], ['/search', 'get', 'q'])
  await settle(() => {
    type(field, ' a & b ')
    field.form!.requestSubmit()
  })
  assert.equal(location.pathname + location.search, '/search?q=a+%26+b')
  assert.equal(field.value, '')
})
