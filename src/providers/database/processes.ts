import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { isAlive } from '#kernel/is-alive.ts'

/** Returns the command line of the process, or null if it does not exist or is a zombie. */
export async function commandOf(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null
  if (process.platform === 'linux') return commandFromProc(pid)
  const { stdout } =
    process.platform === 'win32'
      ? await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
      : await run('ps', ['-ww', '-o', 'stat=,args=', '-p', String(pid)])
  return stdout.startsWith('Z') ? null : stdout
}

const run = (command: string, args: string[]) => promisify(execFile)(command, args).catch(() => ({ stdout: '' }))

function commandFromProc(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return null
  }
}
