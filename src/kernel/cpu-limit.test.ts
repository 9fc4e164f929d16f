import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'

/** Does four things at the same time in steps of a millisecond, and prints how much of a core they have used and how
 *  long they have paused. */
const program = (share: string) => `
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuPauseMs, limitCpu } from './cpu-limit.ts'
const work = (ms) => { for (const untilMs = performance.now() + ms; performance.now() < untilMs;); }
work(200)
limitCpu(${share})
const [cpu, startedMs] = [process.cpuUsage(), performance.now()]
let pausedMs = 0
await Promise.all([1, 2, 3, 4].map(async () => {
  for (let step = 0; step < 100; step++) {
    work(1)
    const pauseMs = cpuPauseMs()
    pausedMs += pauseMs
    await sleep(pauseMs)
  }
}))
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ share: (user + system) / 1000 / (performance.now() - startedMs), pausedMs }))
`

async function run(share: string): Promise<{ share: number; pausedMs: number }> {
  const args = ['--input-type=module-typescript', '--eval', program(share)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  return JSON.parse(stdout)
}

test('uses no more of a core than allowed', async () => {
  const { share } = await run('0.25')
  assert.ok(share < 0.3, String(share))
})

test('does not pause without a limit', async () => {
  const { pausedMs } = await run('Infinity')
  assert.equal(pausedMs, 0)
})
