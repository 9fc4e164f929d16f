import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'

/** Starts all of Node.js's threads, lowers the priority, and prints the priorities of the threads. */
const program = `
import { readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { lowerPriority } from './process-priority.ts'
await Promise.all(Array.from({ length: 8 }, () => readFile('process-priority.ts')))
lowerPriority()
const statOf = (id) => readFileSync('/proc/self/task/' + id + '/stat', 'utf8').split(') ')[1].split(' ')
console.log(JSON.stringify(readdirSync('/proc/self/task').map((id) => Number(statOf(id)[16]))))
`

test('lowers the priority of all threads', async () => {
  const args = ['--input-type=module-typescript', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  const priorities: number[] = JSON.parse(stdout)
  assert.ok(priorities.length > 4, 'Node.js has started its threads')
  assert.deepEqual(new Set(priorities), new Set([19]))
})
