import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { LanguageChoice } from './language-choice.tsx'

test('returns to the page’s URL, unchanged', async () => {
  const { page } = await mount(<LanguageChoice />)
  history.replaceState(null, '', '/search?q=c%23%26%E6%97%A5%20b')
  const form = page.querySelector('form')!
  form.addEventListener('submit', (event) => event.preventDefault())
  await settle(() => page.querySelector('button')!.click())
  assert.equal(new FormData(form).get('path'), '/search?q=c%23%26%E6%97%A5%20b')
})

test('lists the languages in their own words and marks the current one', async () => {
  const { page } = await mount(<LanguageChoice />)
  const form = page.querySelector('form')!
  assert.deepEqual([form.method, form.getAttribute('action')], ['post', '/api/language'])
  assert.deepEqual(
    [...page.querySelectorAll('button')].map((button) => [button.value, button.lang, button.textContent]),
    [
      ['en', 'en', 'English'],
      ['de', 'de', 'Deutsch'],
      ['es', 'es', 'Español'],
      ['ja', 'ja', '日本語'],
    ],
  )
  assert.equal(page.querySelector('[aria-current]')!.textContent, 'English')
})
