import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sourceErrorOf } from './source-errors.contract.ts'

test('what cannot be had is told, and what to do about it', () => {
  const refused = (name: string) => new DOMException('', name)
  assert.match(sourceErrorOf('camera', refused('NotAllowedError')), /may not use your camera. Allow it/)
  assert.equal(sourceErrorOf('microphone', refused('NotFoundError')), 'No microphone was found.')
  assert.equal(sourceErrorOf('camera', refused('OverconstrainedError')), 'No camera was found.')
  assert.match(sourceErrorOf('camera', refused('NotReadableError')), /in use by another program/)
  assert.match(sourceErrorOf('screen', refused('NotAllowedError')), /No screen was chosen/)
  assert.equal(sourceErrorOf('microphone', new TypeError()), 'Your microphone could not be started.')
})
