import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'vitest'

/** Runs a process that is stopped with SIGTERM. @returns its exit code */
async function exitCodeOf(stop: string): Promise<number | null> {
  const program = `
    import { stopOnSignals } from './stop-on-signals.ts'
    stopOnSignals({ stop: ${stop}, limitMs: 1000, fail: () => process.exit(1) })
    setInterval(() => {}, 1000)
    console.log('ready')`
  const args = ['--input-type=module-typescript', '--eval', program]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

test('exits as soon as everything has stopped', async () => {
  assert.equal(await exitCodeOf('async () => {}'), 0)
})

test('exits with an error if something fails to stop', async () => {
  assert.equal(await exitCodeOf('() => Promise.reject(new Error("failed"))'), 1)
})

test('exits with an error if something never stops', async () => {
  assert.equal(await exitCodeOf('() => new Promise(() => {})'), 1)
})
