import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketFolderOf } from '#providers/database/connection.ts'
import { commandOf } from '#providers/database/processes.ts'

export const lockFile = (dataDir: string) => path.join(dataDir, 'postgres/postmaster.pid')

/** Returns the process id of the server for that folder, or null if there is no lock file. */
export function serverPid(dataDir: string): number | null {
  try {
    return Number.parseInt(readFileSync(lockFile(dataDir), 'utf8'), 10)
  } catch {
    return null
  }
}

/** Returns the user who runs the server for that folder and owns its lock file. */
export const serverUid = (dataDir: string): number => statSync(lockFile(dataDir)).uid

/** Reports whether the process is running. A process that has ended but whose exit code has not been read yet does not
 *  count. */
export const isRunning = async (pid: number): Promise<boolean> => (await commandOf(pid)) !== null

export async function until(holds: () => boolean | Promise<boolean>, whatFor: string, limitMs = 15_000): Promise<void> {
  for (const endMs = performance.now() + limitMs; !(await holds()); await sleep(20))
    if (performance.now() > endMs) throw new Error(`Timed out waiting until ${whatFor}.`)
}

/** Stops a server that a killed process left behind. */
export async function endServer(dataDir: string): Promise<void> {
  const pid = serverPid(dataDir)
  const command = pid === null ? null : await commandOf(pid)
  if (!pid || !command?.includes('cluster_name=devstead-')) return
  process.kill(pid, 'SIGQUIT')
  await until(async () => !(await isRunning(pid)), 'the server has ended')
}

/** Removes a data folder whose server has ended, and the server's socket folder. */
export function removeDatabase(dataDir: string): void {
  const cluster = path.join(dataDir, 'postgres')
  const uid = statSync(cluster, { throwIfNoEntry: false })?.uid
  if (uid !== undefined) rmSync(socketFolderOf(cluster, uid), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}
