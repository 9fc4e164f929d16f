import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketFolderOf } from '#providers/database/connection.ts'
import { commandOf } from '#providers/database/processes.ts'

export const lockFile = (dataDir: string) => path.join(dataDir, 'postgres/postmaster.pid')

/** The process of the folder's server, null when there is no lock file. */
export function serverPid(dataDir: string): number | null {
  try {
    return Number.parseInt(readFileSync(lockFile(dataDir), 'utf8'), 10)
  } catch {
    return null
  }
}

/** The user of the folder's server, who made its lock file. */
export const serverUid = (dataDir: string): number => statSync(lockFile(dataDir)).uid

/** Whether it runs; nobody may have asked yet for the exit code of one that has ended. */
export const isRunning = async (pid: number): Promise<boolean> => (await commandOf(pid)) !== null

export async function until(holds: () => boolean | Promise<boolean>, whatFor: string): Promise<void> {
  for (const endMs = performance.now() + 15_000; !(await holds()); await sleep(20))
    if (performance.now() > endMs) throw new Error(`Waited in vain until ${whatFor}`)
}

/** Ends a server that a killed process left. */
export async function endServer(dataDir: string): Promise<void> {
  const pid = serverPid(dataDir)
  const command = pid === null ? null : await commandOf(pid)
  if (!pid || !command?.includes('cluster_name=devstead-')) return
  process.kill(pid, 'SIGQUIT')
  await until(async () => !(await isRunning(pid)), 'the left server has ended')
}

/** Removes a data folder whose server has ended, and the folder of its socket. */
export function removeDatabase(dataDir: string): void {
  const cluster = path.join(dataDir, 'postgres')
  const uid = statSync(cluster, { throwIfNoEntry: false })?.uid
  if (uid !== undefined) rmSync(socketFolderOf(cluster, uid), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}
