import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { ToastRegion } from './toast-region.tsx'
import { dismissToast, showToast } from './toasts.ts'

afterEach(() => settle(() => dismissToast()))

test('shows one toast at a time', async () => {
  const { page } = await mount(<ToastRegion />)
  await settle(() => showToast({ title: 'Uploading image...', description: 'Please wait.' }))
  await settle(() => showToast({ title: 'Image uploaded', variant: 'success' }))
  assert.equal(page.querySelectorAll('.toast').length, 1)
  assert.match(page.querySelector('output')!.textContent, /Image uploaded/)
})

test('announces errors assertively and other toasts politely', async () => {
  const { page } = await mount(<ToastRegion />)
  await settle(() => showToast({ title: 'Error', description: 'Not today', variant: 'error' }))
  assert.match(page.querySelector('[role=alert]')!.textContent, /ErrorNot today/)
  assert.equal(page.querySelector('output')!.textContent, '')
})

test('runs a toast’s action only once and dismisses the toast', async () => {
  const { page } = await mount(<ToastRegion />)
  let times = 0
  await settle(() => showToast({ title: 'Muted @bob', action: { label: 'Undo', onSelect: () => (times += 1) } }))
  const button = [...page.querySelectorAll('button')].find((one) => one.textContent === 'Undo')!
  await settle(() => button.click())
  assert.deepEqual([times, page.querySelector('.toast')], [1, null])
})

test('keeps a toast until it is dismissed, even when the page changes', async () => {
  showToast({ title: 'Settings updated', variant: 'success' })
  const { page } = await mount(<ToastRegion />)
  assert.match(page.textContent, /Settings updated/)
  await settle(() => page.querySelector<HTMLElement>('[aria-label=Dismiss]')!.click())
  assert.equal(page.querySelector('.toast'), null)
})

test('does not dismiss a newer toast when given an older toast’s ID', async () => {
  const { page } = await mount(<ToastRegion />)
  await settle(() => {
    const first = showToast({ title: 'Uploading image...' })
    showToast({ title: 'Upload failed', variant: 'error' })
    dismissToast(first)
  })
  assert.match(page.textContent, /Upload failed/)
})

test('shows toasts inside an open dialog, and in the page frame after the dialog closes', async () => {
  const nothing = () => undefined
  const page = (open: 'none' | 'form' | 'question') => (
    <>
      <Dialog isOpen={open !== 'none'} title="Edit Tier" onClose={nothing} />
      <ConfirmDialog
        isOpen={open === 'question'}
        title="Discard?"
        description=""
        confirmLabel="Discard"
        onConfirm={nothing}
        onCancel={nothing}
      />
      <ToastRegion />
    </>
  )
  const { page: place, render } = await mount(page('none'))
  const titles = () =>
    [...place.querySelectorAll('.toast')].map((toast) => toast.closest('dialog')?.querySelector('h2')?.textContent)
  await settle(() => showToast({ title: 'Error', variant: 'error' }))
  assert.deepEqual(titles(), [undefined])
  await render(page('form'))
  assert.deepEqual(titles(), ['Edit Tier'])
  await render(page('question'))
  assert.deepEqual(titles(), ['Discard?'])
  await render(page('form'))
  assert.deepEqual(titles(), ['Edit Tier'])
  await render(page('none'))
  assert.deepEqual(titles(), [undefined])
  await settle(() => place.querySelector<HTMLElement>('[aria-label=Dismiss]')!.click())
  assert.deepEqual(titles(), [])
})
