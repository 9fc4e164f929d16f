import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import process from 'node:process'
import { onTestFinished, test, vi } from 'vitest'
import { patienceMs } from '#tests/support/patience.ts'
import { isAlive } from './is-alive.ts'

test('reports that this process is running', () => {
  assert.equal(isAlive(process.pid), true)
})

test('reports that a zombie process has ended', async () => {
  // `sleep` replaces the shell and never waits for the shell's child, which runs until descriptor 3 is closed.
  const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [output] = (await once(parent.stdout!, 'data')) as [Buffer]
  const pid = Number(output.toString())
  assert.equal(isAlive(pid), true)
  ;(parent.stdio[3] as Writable).end()
  await vi.waitFor(() => assert.equal(isAlive(pid), false), { timeout: patienceMs, interval: 20 })
})

test('reports that a process has ended when no process has its ID', async () => {
  const child = spawn('true')
  await once(child, 'exit')
  assert.equal(isAlive(child.pid!), false)
})
