import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sourceErrorOf } from './source-errors.contract.ts'

test('explains why a source is unavailable and what to do', () => {
  const refused = (name: string) => new DOMException('', name)
  assert.match(sourceErrorOf('camera', refused('NotAllowedError')), /isn’t allowed to use your camera. Allow it/)
  assert.equal(sourceErrorOf('microphone', refused('NotFoundError')), 'No microphone was found.')
  assert.equal(sourceErrorOf('camera', refused('OverconstrainedError')), 'No camera was found.')
  assert.match(sourceErrorOf('camera', refused('NotReadableError')), /in use by another program/)
  assert.match(sourceErrorOf('screen', refused('NotAllowedError')), /No screen was chosen/)
  assert.equal(sourceErrorOf('microphone', new TypeError()), 'Your microphone could not be started.')
})
