import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { TextInput } from './field.tsx'

const question = {
  title: 'Delete Blog Post',
  description: 'This action cannot be undone.',
  confirmLabel: 'Delete',
}

test('is a modal dialog with a name and description that closes only when its owner closes it', async () => {
  const handlers = { onConfirm: vi.fn<() => void>(), onCancel: vi.fn<() => void>() }
  const { page, render } = await mount(<ConfirmDialog isOpen {...question} {...handlers} />)
  const dialog = page.querySelector('dialog')!
  const named = (attribute: string) => page.querySelector(`[id="${dialog.getAttribute(attribute)}"]`)?.textContent
  assert.equal(dialog.open, true)
  assert.equal(dialog.getAttribute('role'), 'alertdialog')
  assert.equal(named('aria-labelledby'), 'Delete Blog Post')
  assert.equal(named('aria-describedby'), 'This action cannot be undone.')
  await render(<ConfirmDialog isOpen={false} {...question} {...handlers} />)
  assert.equal(dialog.open, false)
  assert.equal(handlers.onCancel.mock.calls.length, 0)
})

test('calls onClose on Escape and leaves the decision to the owner', async () => {
  const onCancel = vi.fn<() => void>()
  const { page } = await mount(
    <ConfirmDialog isOpen {...question} onConfirm={vi.fn<() => void>()} onCancel={onCancel} />,
  )
  const dialog = page.querySelector('dialog')!
  await settle(() => dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
  assert.equal(onCancel.mock.calls.length, 1)
  assert.equal(dialog.open, true)
})

test('stays open when a file picker or a nested dialog inside it is canceled', async () => {
  const [onClose, onCancel] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const { page } = await mount(
    <Dialog isOpen title="Add Pictures" onClose={onClose}>
      <input type="file" />
      <ConfirmDialog isOpen {...question} onConfirm={vi.fn<() => void>()} onCancel={onCancel} />
    </Dialog>,
  )
  const nested = page.querySelector('[role=alertdialog]')!
  await settle(() => page.querySelector('input')!.dispatchEvent(new Event('cancel', { bubbles: true })))
  await settle(() => nested.dispatchEvent(new Event('cancel', { cancelable: true })))
  await settle(() => nested.dispatchEvent(new Event('close')))
  assert.equal(onCancel.mock.calls.length, 2)
  assert.equal(onClose.mock.calls.length, 0)
})

test('ignores a second confirmation while the first is pending', async () => {
  const onConfirm = vi.fn<() => void>()
  const { page } = await mount(
    <ConfirmDialog isOpen isBusy {...question} onConfirm={onConfirm} onCancel={vi.fn<() => void>()} />,
  )
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')!
  await settle(() => button.click())
  assert.equal(onConfirm.mock.calls.length, 0)
  assert.equal(button.getAttribute('aria-busy'), 'true')
})

test('focuses a form’s first field', async () => {
  await mount(
    <Dialog isOpen title="Create Livestream" onClose={vi.fn<() => void>()}>
      <TextInput label="Title" name="title" />
    </Dialog>,
  )
  assert.equal(document.activeElement?.getAttribute('name'), 'title')
})
