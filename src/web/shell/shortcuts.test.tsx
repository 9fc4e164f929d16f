import assert from 'node:assert/strict'
import type { ReactNode } from 'react'
import { beforeEach, test, vi } from 'vitest'
import { mount } from '#tests/support/mount.tsx'
import { singleKeysOffKey } from '#web/single-keys.ts'
import { useShortcuts } from './shortcuts.ts'

beforeEach(() => localStorage.clear())

type Command = 'goToSearch' | 'showPalette' | 'showShortcuts'

async function open(children?: ReactNode) {
  const run: Command[] = []
  const commandFor = (name: Command) => () => void run.push(name)
  function Keys() {
    useShortcuts({
      goToSearch: commandFor('goToSearch'),
      showPalette: commandFor('showPalette'),
      showShortcuts: commandFor('showShortcuts'),
    })
    return children
  }
  const { page } = await mount(<Keys />)
  return { page, run }
}

function press(target: EventTarget, key: string, modifiers: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...modifiers })
  target.dispatchEvent(event)
  return event.defaultPrevented
}

test('opens the search with the slash key, the palette with Ctrl or Cmd + K, and the shortcuts with ?', async () => {
  const { page, run } = await open()
  for (const [key, modifiers] of [
    ['/', {}],
    ['/', { shiftKey: true }],
    ['k', { ctrlKey: true }],
    ['K', { metaKey: true }],
    ['?', { shiftKey: true }],
  ] as const)
    assert.ok(press(page, key, modifiers))
  assert.deepEqual(run, ['goToSearch', 'goToSearch', 'showPalette', 'showPalette', 'showShortcuts'])
  for (const [key, modifiers] of [
    ['k', {}],
    ['/', { ctrlKey: true }],
    ['/', { altKey: true }],
    ['k', { ctrlKey: true, shiftKey: true }],
    ['/', { repeat: true }],
  ] as const)
    assert.ok(!press(page, key, modifiers))
  assert.equal(run.length, 5)
})

test('runs only shortcuts with Ctrl or Cmd if the others are turned off', async () => {
  const { page, run } = await open(<div className="h-feed" />)
  localStorage.setItem(singleKeysOffKey, 'true')
  for (const key of ['/', '?', 'j']) assert.ok(!press(page, key))
  assert.ok(press(page, 'k', { ctrlKey: true }))
  assert.deepEqual(run, ['showPalette'])
})

test('ignores shortcuts while the user is typing, including in an editor inside a shadow root', async () => {
  const { page, run } = await open(
    <>
      <textarea />
      <div className="editor" contentEditable suppressContentEditableWarning />
    </>,
  )
  const host = document.createElement('div')
  page.append(host)
  const inner = document.createElement('textarea')
  host.attachShadow({ mode: 'open' }).append(inner)
  for (const place of [page.querySelector('textarea')!, page.querySelector('.editor')!, inner])
    assert.ok(!press(place, '/'))
  assert.deepEqual(run, [])
})

test('opens the palette with Ctrl + K from a text field, unless the field uses the shortcut itself', async () => {
  const { page, run } = await open(
    <>
      <textarea />
      <input onKeyDown={(event) => event.preventDefault()} />
    </>,
  )
  press(page.querySelector('input')!, 'k', { ctrlKey: true })
  assert.deepEqual(run, [])
  assert.ok(press(page.querySelector('textarea')!, 'k', { ctrlKey: true }))
  assert.deepEqual(run, ['showPalette'])
})

test('focuses a visible search field, preferring the page’s field to the sidebar’s', async () => {
  const { page, run } = await open(
    <>
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
  assert.deepEqual(run, [])
})

test('moves between posts, likes and opens the selected one, and focuses the composer', async () => {
  const clicked: string[] = []
  const { page } = await open(
    <div className="h-feed">
      <div className="composer-place">
        <textarea />
      </div>
      {['one', 'two'].map((name) => (
        <article key={name} className="h-entry" id={name}>
          <a className="u-url" href="#author" onClick={() => clicked.push('author')}>
            Author
          </a>
          <a className="u-url u-uid" href={`#${name}`} onClick={() => clicked.push(`open ${name}`)}>
            Post
          </a>
          <button type="button" className="like" onClick={() => clicked.push(`like ${name}`)}>
            Like
          </button>
        </article>
      ))}
    </div>,
  )
  for (const post of page.querySelectorAll('article')) {
    vi.spyOn(post, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 500, 300))
  }
  const pressed = async (key: string) => {
    assert.ok(press(document.activeElement ?? page, key))
    await vi.dynamicImportSettled()
    return document.activeElement?.id
  }
  assert.equal(await pressed('l'), '')
  assert.equal(await pressed('j'), 'one')
  assert.equal(await pressed('j'), 'two')
  assert.equal(await pressed('j'), 'two')
  await pressed('l')
  assert.equal(await pressed('k'), 'one')
  await pressed('o')
  assert.deepEqual(clicked, ['like two', 'open one'])
  await pressed('n')
  assert.equal(document.activeElement, page.querySelector('textarea'))
})

test('leaves the keys for posts alone on pages without posts', async () => {
  const { page } = await open()
  for (const key of ['j', 'k', 'l', 'n', 'o']) assert.ok(!press(page, key))
})
