import assert from 'node:assert/strict'
import { test } from 'vitest'
import { shownText } from './messages.ts'
import { recordedMessage } from './recorded.ts'

test('shows a recorded message with its values, which may be recorded themselves', () => {
  const reason = recordedMessage({ text: 'Posts' })
  assert.equal(shownText(recordedMessage({ text: 'Because: {reason}', values: { reason } })), 'Because: Posts')
})

test('limits what a text from elsewhere that looks like recorded messages expands to', () => {
  let text = 'x'.repeat(100)
  for (let level = 0; level < 4; level++) text = recordedMessage({ text: '{a}'.repeat(150), values: { a: text } })
  assert.ok(shownText(text).length <= 10_000)
})

test('leaves a text that only looks like a recorded message as it is', () => {
  assert.equal(shownText('\uE0D0not JSON\uE0D1'), 'not JSON')
})
