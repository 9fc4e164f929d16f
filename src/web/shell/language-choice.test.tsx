import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mount } from '#tests/support/mount.tsx'
import { LanguageChoice } from './language-choice.tsx'

test('returns to the URL as browsers send it', async () => {
  history.replaceState(null, '', '/tag/%E6%97%A5?q=a%20b')
  const { page } = await mount(<LanguageChoice />)
  assert.equal(page.querySelector('input')!.value, '/tag/%E6%97%A5?q=a%20b')
})

test('lists the languages in their own words, marks the current one, and returns to the page', async () => {
  history.replaceState(null, '', '/blog?page=2')
  const { page } = await mount(<LanguageChoice />)
  const form = page.querySelector('form')!
  assert.deepEqual([form.method, form.getAttribute('action')], ['post', '/api/language'])
  assert.equal(page.querySelector('input')!.value, '/blog?page=2')
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
