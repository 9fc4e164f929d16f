// @vitest-environment happy-dom
import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { mount, settle } from '#tests/mount.tsx'
import { ToastRegion } from './toast-region.tsx'
import { dismissToast, showToast } from './toasts.ts'

afterEach(() => settle(() => dismissToast()))

test('one toast at a time: the next takes its place', async () => {
  const { page } = await mount(<ToastRegion />)
  await settle(() => showToast({ title: 'Uploading image...', description: 'Please wait.' }))
  await settle(() => showToast({ title: 'Image uploaded', variant: 'success' }))
  assert.equal(page.querySelectorAll('.toast').length, 1)
  assert.match(page.querySelector('output')!.textContent, /Image uploaded/)
})

test('an error is announced at once, anything else when there is time', async () => {
  const { page } = await mount(<ToastRegion />)
  await settle(() => showToast({ title: 'Error', description: 'Not today', variant: 'error' }))
  assert.match(page.querySelector('[role=alert]')!.textContent, /ErrorNot today/)
  assert.equal(page.querySelector('output')!.textContent, '')
})

test('it stays until it is dismissed, also when the page around it goes', async () => {
  showToast({ title: 'Settings updated', variant: 'success' })
  const { page } = await mount(<ToastRegion />)
  assert.match(page.textContent, /Settings updated/)
  await settle(() => page.querySelector<HTMLElement>('[aria-label=Dismiss]')!.click())
  assert.equal(page.querySelector('.toast'), null)
})

test('who dismisses their own toast leaves a later one alone', async () => {
  const { page } = await mount(<ToastRegion />)
  await settle(() => {
    const first = showToast({ title: 'Uploading image...' })
    showToast({ title: 'Upload failed', variant: 'error' })
    dismissToast(first)
  })
  assert.match(page.textContent, /Upload failed/)
})
