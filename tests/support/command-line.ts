import os from 'node:os'
import { vi } from 'vitest'
import { limitCpu } from '#kernel/cpu-limit.ts'
import { run } from '../../scripts/cli/run.ts'

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs a `devstead` command in this process, which takes a fraction of the time needed to start the program. Commands
 *  that slow themselves down for the site's sake do not slow down later tests.
 *  @param env all environment variables */
export async function runCommand(env: Record<string, string | undefined>, ...args: string[]): Promise<Outcome> {
  const before = { env: process.env, exitCode: process.exitCode }
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text)
      return true
    }),
  )
  const priority = vi.spyOn(os, 'setPriority').mockImplementation(() => {})
  process.env = env
  process.exitCode = undefined
  try {
    return { code: await run(args), ...printed }
  } finally {
    for (const spy of [...spies, priority]) spy.mockRestore()
    limitCpu(Infinity)
    process.env = before.env
    process.exitCode = before.exitCode
  }
}
