import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { mount } from '#tests/support/mount.tsx'
import { ErrorPanel } from './empty-state.tsx'

const panel = <ErrorPanel title="Error Loading Projects">Please try again.</ErrorPanel>

test('gives the lost connection as the reason in an error panel', async () => {
  const said = async () => (await mount(panel)).page.querySelector('.empty-text')?.textContent
  assert.equal(await said(), 'Please try again.')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  assert.equal(await said(), 'You are offline. Try again when you are connected.')
})
