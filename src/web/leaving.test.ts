import assert from 'node:assert/strict'
import { test } from 'vitest'
import { askBeforeLeaving, mayLeave } from './leaving.ts'

test('asks before leaving only while a handler is registered', async () => {
  assert.equal(await mayLeave('/blog'), true)
  const asked: string[] = []
  const stop = askBeforeLeaving((to) => {
    asked.push(to)
    return Promise.resolve(false)
  })
  assert.equal(await mayLeave('/blog'), false)
  stop()
  assert.equal(await mayLeave('/'), true)
  assert.deepEqual(asked, ['/blog'])
})
