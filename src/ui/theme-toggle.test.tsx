import assert from 'node:assert/strict'
import { afterEach, test, vi } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

afterEach(() => {
  document.documentElement.classList.remove('dark')
  localStorage.clear()
})

test('switches between light and dark, and stores the choice', async () => {
  const { page } = await mount(<ThemeToggle />)
  const press = () => settle(() => page.querySelector('button')!.click())
  const state = () => [document.documentElement.classList.contains('dark'), localStorage.getItem('theme')]
  await press()
  await vi.waitFor(() => assert.deepEqual(state(), [true, 'dark']))
  await press()
  await vi.waitFor(() => assert.deepEqual(state(), [false, 'light']))
})

test('turns transitions off until the other theme is painted', async () => {
  const { page } = await mount(<ThemeToggle />)
  const { dataset } = document.documentElement
  page.querySelector('button')!.click()
  await vi.waitFor(() => assert.equal(dataset.switching, ''), { interval: 1 })
  await vi.waitFor(() => assert.equal(dataset.switching, undefined))
})

test('works when storage is unavailable', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const { page } = await mount(<ThemeToggle />)
  await settle(() => page.querySelector('button')!.click())
  await vi.waitFor(() => assert.equal(document.documentElement.classList.contains('dark'), true))
})
