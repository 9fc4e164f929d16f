import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { createWorkerThread, ThreadError } from './worker-thread.ts'

const program = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (task) => {
    if (task === 'crash') throw new Error('crashed')
    if (task === 'exit') process.exit(3)
    while (task === 'hang');
    parentPort.postMessage(task + '!')
  })
  parentPort.postMessage('ready')`
const file = new URL(`data:text/javascript,${encodeURIComponent(program)}`)

function open(options: Partial<Parameters<typeof createWorkerThread>[1]> = {}) {
  const thread = createWorkerThread<string>(file, { patienceMs: 5000, ...options })
  onTestFinished(thread.close)
  return thread
}

test('returns results in order', async () => {
  const thread = open()
  assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(thread.ask)), ['a!', 'b!', 'c!'])
})

test('continues after a task that crashes, ends the thread, or never finishes', async () => {
  const thread = open()
  for (const task of ['crash', 'exit', 'hang']) {
    const [failed, next] = await Promise.allSettled([thread.ask(task), thread.ask('next')])
    assert.ok(failed.status === 'rejected' && failed.reason instanceof ThreadError, task)
    assert.deepEqual(next, { status: 'fulfilled', value: 'next!' }, task)
  }
})

test('rejects a task when too many are queued', async () => {
  const thread = open({ maxWaiting: 2 })
  const answers = await Promise.allSettled(['a', 'b', 'c'].map(thread.ask))
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  )
  assert.equal(await thread.ask('d'), 'd!')
})
