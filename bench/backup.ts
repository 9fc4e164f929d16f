import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { root } from '../scripts/built.ts'
import { leanFlags } from '../scripts/lean-flags.mjs'
import { type RunningSite, temporaryDataDir } from '#tests/support/site.ts'
import { writePictures } from './pictures.ts'
import { peakMemoryMbOf } from './process.ts'
import type { Row } from './row.ts'

const pictures = 2000
const pictureBytes = 200 * 1024
const maxMb = 300

/** Backs up, verifies, and restores a site with 400 MB of pictures, and measures the memory that each command uses. */
export async function measureBackup({ dataDir }: RunningSite): Promise<Row[]> {
  writePictures(path.join(dataDir, 'storage'), pictures, pictureBytes)
  const copy = temporaryDataDir()
  const backups = path.join(copy.dataDir, 'backups')
  const elsewhere = { DATA_DIR: path.join(copy.dataDir, 'data'), BACKUP_DIR: backups }
  try {
    const runs = [
      await runBackupCommand('create', { DATA_DIR: dataDir, BACKUP_DIR: backups }),
      await runBackupCommand('verify', { DATA_DIR: dataDir, BACKUP_DIR: backups }),
      await runBackupCommand('restore', elsewhere),
    ]
    return runs.flatMap(({ name, ms, peakMb }) =>
      peakMb === null
        ? []
        : [
            {
              name: `peak memory of devstead backup ${name} with 400 MB of pictures, MB`,
              value: peakMb,
              limit: { atMost: maxMb },
              info: `once ${(ms / 1000).toFixed(1)} s`,
            },
          ],
    )
  } finally {
    copy.remove()
  }
}

export interface BackupRun {
  name: string
  ms: number
  /** Peak resident memory of the process; null on systems other than Linux. */
  peakMb: number | null
}

/** Runs `devstead backup NAME`. `prefix`: the program that starts the command, with its arguments. @throws Error if it
 *  fails */
export const runBackupCommand = (
  name: string,
  settings: Record<string, string>,
  prefix: readonly string[] = [],
): Promise<BackupRun> => startBackupCommand(name, settings, prefix).done

/** Starts `devstead backup NAME`. `done` rejects if it fails. */
export function startBackupCommand(name: string, settings: Record<string, string>, prefix: readonly string[] = []) {
  const script = path.join(root, 'scripts/devstead.ts')
  const [program, ...args] = [...prefix, process.execPath, ...leanFlags, script, 'backup', name]
  const child = spawn(program, args, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  async function finish(): Promise<BackupRun> {
    const startedMs = performance.now()
    let peakMb: number | null = null
    const watch = setInterval(() => (peakMb = peakMemoryMbOf(child.pid!) ?? peakMb), 50)
    await once(child, 'exit')
    clearInterval(watch)
    if (child.exitCode !== 0) throw new Error(`devstead backup ${name} failed with code ${child.exitCode}.`)
    return { name, ms: performance.now() - startedMs, peakMb }
  }
  return { pid: child.pid!, done: finish() }
}
