import assert from 'node:assert/strict'
import { test } from 'vitest'
import { bold, heading, keysOf, shortcutOf, shortcuts } from './shortcuts.hooks.ts'

const keys = (text: string) => {
  const parts = text.split('+')
  const has = (name: string) => parts.includes(name)
  const [key = '', code = key] = parts.at(-1)!.split('@')
  return { key, code, ctrlKey: has('Ctrl'), metaKey: has('Cmd'), altKey: has('Alt'), shiftKey: has('Shift') }
}
const asked = (text: string, isMac = false) => shortcutOf(keys(text), isMac)?.label

test('uses Ctrl, or Cmd on a Mac', () => {
  assert.equal(asked('Ctrl+b@KeyB'), 'Bold')
  assert.equal(asked('Cmd+b@KeyB', true), 'Bold')
  for (const other of [
    'b@KeyB',
    'Cmd+b@KeyB',
    'Ctrl+Alt+b@KeyB',
    'Ctrl+Shift+b@KeyB',
    'Ctrl+Cmd+b@KeyB',
    'Ctrl+c@KeyC',
  ])
    assert.equal(asked(other), undefined, other)
  assert.equal(asked('Ctrl+b@KeyB', true), undefined)
})

test('matches Latin letters by character, and other scripts, digits, and symbols by physical key', () => {
  assert.equal(asked('Ctrl+k@KeyT'), 'Link')
  assert.equal(asked('Ctrl+n@KeyB'), undefined)
  assert.equal(asked('Ctrl+и@KeyB'), 'Bold')
  assert.equal(asked('Ctrl+B@KeyB'), 'Bold')
  assert.equal(asked('Ctrl+Shift+@@Digit2'), undefined)
  assert.equal(shortcutOf({ ...keys('Ctrl+Shift+x'), key: '"', code: 'Digit2' }, false), heading)
  assert.equal(asked('Ctrl+Shift+>@Period'), 'Quote')
  assert.equal(asked('Ctrl+Enter'), 'Publish')
  assert.equal(asked('Ctrl+Enter@NumpadEnter'), 'Publish')
})

test('has no duplicate shortcuts, and formats shortcuts for the platform', () => {
  const written = shortcuts.map((shortcut) => keysOf(shortcut, false))
  assert.equal(new Set(written).size, shortcuts.length)
  assert.deepEqual([keysOf(bold, false), keysOf(bold, true)], ['Ctrl+B', '⌘B'])
  assert.deepEqual([keysOf(heading, false), keysOf(heading, true)], ['Ctrl+Shift+2', '⇧⌘2'])
})
