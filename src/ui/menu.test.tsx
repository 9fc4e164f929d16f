import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { Menu, MenuItem, MenuLink } from './menu.tsx'
import { nextPaint } from './next-paint.ts'

async function mountMenu(disabledReason?: string) {
  const onSelect = vi.fn<() => void>()
  const { page } = await mount(
    <Menu label="Post options">
      <MenuLink href="/post/7/edit">Edit</MenuLink>
      <MenuItem onSelect={onSelect} disabledReason={disabledReason} isDanger>
        Delete
      </MenuItem>
    </Menu>,
  )
  const list = page.querySelector<HTMLElement>('[role=menu]')!
  const press = (key: string) => settle(() => list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  return { page, list, press, onSelect }
}

test('labels the menu with its button, which opens it without JavaScript', async () => {
  const { page, list } = await mountMenu()
  const button = page.querySelector('button')!
  assert.equal(button.getAttribute('aria-label'), 'Post options')
  assert.equal(button.getAttribute('popovertarget'), list.id)
  assert.equal(button.hasAttribute('aria-expanded'), false)
})

test('cycles through the items with the arrow keys', async () => {
  const { press } = await mountMenu()
  const focused = async (key: string) => {
    await press(key)
    return document.activeElement?.textContent
  }
  assert.equal(await focused('ArrowDown'), 'Edit')
  assert.equal(await focused('ArrowDown'), 'Delete')
  assert.equal(await focused('ArrowDown'), 'Edit')
  assert.equal(await focused('ArrowUp'), 'Delete')
  assert.equal(await focused('Home'), 'Edit')
  assert.equal(await focused('End'), 'Delete')
})

test('shows the reason on a disabled item, which does nothing', async () => {
  const { page, onSelect } = await mountMenu('You can only delete your own posts.')
  const item = page.querySelector<HTMLElement>('[aria-disabled]')!
  await settle(() => item.click())
  await nextPaint()
  assert.equal(onSelect.mock.calls.length, 0)
  assert.match(item.textContent, /only delete your own/)
})

test('runs a selected item only once', async () => {
  const { page, onSelect } = await mountMenu()
  await settle(() => page.querySelector<HTMLElement>('[data-danger]')!.click())
  await nextPaint()
  assert.equal(onSelect.mock.calls.length, 1)
})
