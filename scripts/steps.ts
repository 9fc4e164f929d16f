import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './built.ts'

/** A program to run, and its title in the output. */
export interface Step {
  title: string
  /** A file in node_modules or in the checkout, run with this Node.js. */
  script: string
  args: string[]
  env?: Record<string, string>
}
export interface Count {
  passed: number
  /** One entry per failure: its name, followed by the error. */
  faults: string[]
  /** Entries of the same kind for tests that failed at first and passed when they were run again. */
  flaky: string[]
}

export const sum = (a: Count, b: Count): Count => ({
  passed: a.passed + b.passed,
  faults: [...a.faults, ...b.faults],
  flaky: [...a.flaky, ...b.flaky],
})

/** Prints failures and, as the last line, `N passed, N failed`. Sets the exit code. */
export function conclude({ passed, faults, flaky }: Count): void {
  for (const fault of flaky) console.log(`\nFLAKY ${fault}`)
  for (const fault of faults) console.log(`\nFAIL  ${fault}`)
  console.log(`\n${passed} passed, ${faults.length} failed`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

/** Runs a step and shows its output only if it fails. Counts as one test. */
export async function runQuietly(step: Step): Promise<Count> {
  const startedMs = performance.now()
  let output = ''
  const child = spawnStep(step, 'pipe')
  const keep = (chunk: Buffer) => (output += String(chunk))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const passed = (await ended(child)) === 0
  report(step, passed, startedMs)
  if (!passed) console.log(output)
  return { passed: Number(passed), faults: passed ? [] : [step.title], flaky: [] }
}

/** Runs a step and shows its output. @returns its exit code */
export async function runOpenly(step: Step): Promise<number> {
  const startedMs = performance.now()
  console.log(`\n${step.title}`)
  const code = await ended(spawnStep(step, 'inherit'))
  report(step, code === 0, startedMs)
  return code
}

function report({ title }: Step, passed: boolean, startedMs: number): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${title} (${seconds} s)`)
}

const running = new Set<ChildProcess>()

/** Stops all steps when this process is stopped. */
export function stopStepsOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const child of running) child.kill(signal)
      process.exit(1)
    })
  }
}

function spawnStep({ script, args, env }: Step, output: 'pipe' | 'inherit'): ChildProcess {
  return spawn(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  })
}

/** @returns the exit code */
function ended(child: ChildProcess): Promise<number> {
  running.add(child)
  return new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(1))
  }).finally(() => running.delete(child))
}
