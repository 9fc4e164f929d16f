import { Command } from '@commander-js/extra-typings'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningSite } from '#tests/support/site.ts'
import { childrenOf } from '../../../bench/process.ts'
import { isolated, run } from './isolated.ts'
import { positiveInteger } from './options.ts'
import { postmasterOf, signalTo, treeOf } from './site-processes.ts'
import { tryFault } from './trial.ts'

const diskMb = 400

const mountDisk = (dataDir: string): void =>
  void run('mount', '-t', 'tmpfs', '-o', `size=${diskMb}m,mode=755`, 'tmpfs', dataDir)

export const diskFull = new Command('disk-full')
  .summary('Fill the disk of the data folder')
  .description('Fills the disk with the data folder, including the built-in database, and frees it again.')
  .option('--seconds <number>', 'How long the disk is full', positiveInteger, 30)
  .action(
    isolated(async ({ seconds }) => {
      let dataDir = ''
      const filler = () => path.join(dataDir, 'filler')
      let filling: Promise<void> = Promise.resolve()
      let isFull = true
      await tryFault({
        name: 'disk full',
        seconds,
        prepare: (folder) => mountDisk((dataDir = folder)),
        begin() {
          filling = keepFull(filler(), () => isFull)
        },
        async end() {
          isFull = false
          await filling
          rmSync(filler())
        },
        says: /disk.* is full|No space left on device/i,
        cleanUp: () => void run('umount', '--lazy', dataDir),
      })
    }),
  )

/** Fills the disk, including any space that becomes free in the meantime. */
async function keepFull(file: string, isWanted: () => boolean): Promise<void> {
  const fd = openSync(file, 'w')
  const chunk = Buffer.alloc(1024 * 1024)
  for (let bytes = chunk.length; isWanted();) {
    try {
      writeSync(fd, chunk, 0, bytes)
    } catch {
      if (bytes > 4096) bytes = 4096
      else await sleep(50)
    }
  }
  closeSync(fd)
}

export const readOnlyDisk = new Command('read-only-disk')
  .summary('Make the disk of the data folder read-only')
  .description(
    'Makes the disk with the data folder read-only, as Linux does after errors of the disk. The database ends at that moment, because Linux only allows it while no file is open for writing.',
  )
  .option('--seconds <number>', 'How long the disk is read-only', positiveInteger, 30)
  .action(
    isolated(async ({ seconds }) => {
      let dataDir = ''
      await tryFault({
        name: 'read-only disk',
        seconds,
        prepare: (folder) => mountDisk((dataDir = folder)),
        begin: (site) => makeReadOnly(site),
        end: () => void run('mount', '-o', 'remount,rw', dataDir),
        says: /read-only/i,
        cleanUp: () => void run('umount', '--lazy', dataDir),
      })
    }),
  )

async function makeReadOnly({ dataDir, pid }: RunningSite): Promise<void> {
  const servers = childrenOf(pid)
  for (const server of servers) signalTo(server, 'SIGSTOP') // It would restart the database.
  for (const one of treeOf(postmasterOf(dataDir))) signalTo(one, 'SIGKILL')
  for (let tries = 1; ; tries++) {
    try {
      run('mount', '-o', 'remount,ro', dataDir)
      break
    } catch (reason) {
      if (tries === 100) throw reason
      await sleep(20)
    }
  }
  for (const server of servers) signalTo(server, 'SIGCONT')
}
