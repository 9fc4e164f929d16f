import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { Button, ButtonLink, IconButton } from './button.tsx'

const press = (page: Element) => settle(() => page.querySelector<HTMLElement>('button')!.click())

test('keeps focus on a busy button, announces it as busy, and ignores clicks', async () => {
  const onClick = vi.fn<() => void>()
  const onSubmit = vi.fn<() => void>()
  const { page } = await mount(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Posting...
      </Button>
    </form>,
  )
  await press(page)
  const button = page.querySelector('button')!
  assert.deepEqual(
    [button.disabled, button.getAttribute('aria-busy'), button.getAttribute('aria-disabled')],
    [false, 'true', 'true'],
  )
  assert.deepEqual([onClick.mock.calls.length, onSubmit.mock.calls.length], [0, 0])
})

test('ignores clicks on a button that explains why it is disabled', async () => {
  const onClick = vi.fn<() => void>()
  const { page } = await mount(
    <Button aria-disabled title="You can only edit your own posts." onClick={onClick}>
      Edit
    </Button>,
  )
  await press(page)
  assert.equal(page.querySelector('button')?.getAttribute('aria-disabled'), 'true')
  assert.equal(onClick.mock.calls.length, 0)
})

test('gives an icon button an accessible name, and does not submit forms by default', async () => {
  const { page } = await mount(<IconButton icon="settings" label="Settings" />)
  const button = page.querySelector('button')!
  assert.deepEqual([button.getAttribute('aria-label'), button.type], ['Settings', 'button'])
})

test('renders a link to another site as a plain link', async () => {
  const { page } = await mount(<ButtonLink href="https://github.com/ada">GitHub</ButtonLink>)
  assert.equal(page.querySelector('a')?.getAttribute('href'), 'https://github.com/ada')
})
