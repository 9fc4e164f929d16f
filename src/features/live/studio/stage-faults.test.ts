import assert from 'node:assert/strict'
import { test } from 'vitest'
import { faultOf } from './stage-faults.contract.ts'

test('what cannot be had is told, and what to do about it', () => {
  const refused = (name: string) => new DOMException('', name)
  assert.match(faultOf('camera', refused('NotAllowedError')), /may not use your camera. Allow it/)
  assert.equal(faultOf('microphone', refused('NotFoundError')), 'No microphone was found.')
  assert.equal(faultOf('camera', refused('OverconstrainedError')), 'No camera was found.')
  assert.match(faultOf('camera', refused('NotReadableError')), /in use by another program/)
  assert.match(faultOf('screen', refused('NotAllowedError')), /No screen was chosen/)
  assert.equal(faultOf('microphone', new TypeError()), 'Your microphone could not be started.')
})
