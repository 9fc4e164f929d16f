import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { mount, settle, type } from '#tests/support/mount.tsx'
import { SearchEntry } from './search-entry.tsx'
import { useSearchShortcut } from './search-shortcut.ts'

function Keys({ onSearch }: { onSearch: () => void }) {
  useSearchShortcut(onSearch)
  return (
    <>
      <textarea />
      <div className="editor" contentEditable suppressContentEditableWarning />
    </>
  )
}

function press(target: EventTarget, key: string, modifiers: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...modifiers })
  target.dispatchEvent(event)
  return event.defaultPrevented
}

test('opens the results for a search from the sidebar and clears the field', async () => {
  history.replaceState(null, '', '/')
  const { page } = await mount(<SearchEntry path="/" />)
  const field = page.querySelector('input')!
  assert.deepEqual([field.form!.getAttribute('action'), field.form!.method, field.name], ['/search', 'get', 'q'])
  await settle(() => {
    type(field, ' a & b ')
    field.form!.requestSubmit()
  })
  assert.equal(location.pathname + location.search, '/search?q=a+%26+b')
  assert.equal(field.value, '')
})

test('opens the search with the slash key and with Ctrl or Cmd + K', async () => {
  const onSearch = vi.fn<() => void>()
  const { page } = await mount(<Keys onSearch={onSearch} />)
  for (const [key, modifiers] of [
    ['/', {}],
    ['/', { shiftKey: true }],
    ['k', { ctrlKey: true }],
    ['K', { metaKey: true }],
  ] as const)
    assert.ok(press(page, key, modifiers))
  assert.equal(onSearch.mock.calls.length, 4)
  for (const [key, modifiers] of [
    ['k', {}],
    ['/', { ctrlKey: true }],
    ['/', { altKey: true }],
    ['k', { ctrlKey: true, shiftKey: true }],
    ['/', { repeat: true }],
  ] as const)
    assert.ok(!press(page, key, modifiers))
  assert.equal(onSearch.mock.calls.length, 4)
})

test('ignores shortcuts while the user is typing, including in an editor inside a shadow root', async () => {
  const onSearch = vi.fn<() => void>()
  const { page } = await mount(<Keys onSearch={onSearch} />)
  const host = document.createElement('div')
  page.append(host)
  const inner = document.createElement('textarea')
  host.attachShadow({ mode: 'open' }).append(inner)
  for (const place of [page.querySelector('textarea')!, page.querySelector('.editor')!, inner])
    assert.ok(!press(place, '/'))
  assert.equal(onSearch.mock.calls.length, 0)
})

test('focuses a visible field, preferring the page’s field to the sidebar’s', async () => {
  const onSearch = vi.fn<() => void>()
  const { page } = await mount(
    <>
      <Keys onSearch={onSearch} />
      <search>
        <input name="q" id="side" />
      </search>
      <search>
        <input name="q" id="own" defaultValue="words" />
      </search>
    </>,
  )
  for (const field of page.querySelectorAll('input')) field.checkVisibility = () => true
  press(page, '/')
  assert.equal(document.activeElement?.id, 'own')
  page.querySelector<HTMLInputElement>('#own')!.blur()
  page.querySelector<HTMLInputElement>('#own')!.checkVisibility = () => false
  press(page, '/')
  assert.equal(document.activeElement?.id, 'side')
  assert.equal(onSearch.mock.calls.length, 0)
})
