import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf } from '../process.ts'

const startLimitMs = 180_000

/** Lets this process and the programs that it starts from now on run only on this core. */
export function runOnCore(core: number): void {
  execFileSync('taskset', ['-acp', String(core), String(process.pid)], { stdio: 'ignore' })
}

export interface Program {
  pid: number
  stop: () => Promise<void>
}

interface Start {
  cwd?: string
  env?: Record<string, string>
  /** Resolves once the program works. Called until it does. */
  isReady: () => Promise<boolean>
}

/** Starts a program and waits until it is ready. @throws Error with its output if it is not */
export async function startProgram(command: string, args: string[], { cwd, env, isReady }: Start): Promise<Program> {
  let output = ''
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // when Apache stops, it ends its whole process group
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const endMs = performance.now() + startLimitMs
  while (!(await isReady().catch(() => false))) {
    if (hasEnded(child) || performance.now() > endMs) {
      child.kill('SIGKILL')
      throw new Error(`${command} did not start.\n${output.slice(-4000)}`)
    }
    await sleep(200)
  }
  return { pid: child.pid!, stop: () => stop(child) }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timeout = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await exited
  clearTimeout(timeout)
}

/** Reports whether the URL responds with a success. */
export const responds = async (url: string): Promise<boolean> => (await fetch(url)).ok

/** Returns the process and all of its descendants. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** The memory of the processes. Memory that several processes share is counted once. */
export const memoryMbOfAll = (pids: number[]): number =>
  pids.map(memoryKbOf).reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024

/** Returns 0 for a process that has ended: Apache ends its idle workers. */
function memoryKbOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'ENOENT')) return 0
    throw error
  }
}
