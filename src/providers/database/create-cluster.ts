import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '#kernel/is-alive.ts'
import { nameInside, type Owner, runAs } from './owner.ts'
import type { Programs } from './programs.ts'

export const superuser = 'devstead'
export const passwordFile = (folder: string): string => path.join(folder, 'devstead-password')

interface NewCluster {
  folder: string
  owner: Owner | null
  programs: Programs
  isNetworked: boolean
  noSync: boolean
}

/** Creates the cluster in a temporary folder and then renames the folder, so that the cluster is either complete or
 *  absent. */
export async function createCluster(cluster: NewCluster): Promise<void> {
  const { folder, owner } = cluster
  await removeLeftovers(folder)
  const fresh = `${folder}.new-${process.pid}`
  mkdirSync(fresh, { mode: 0o700 })
  if (owner) chownSync(fresh, owner.uid, owner.gid)
  try {
    await initdb(cluster, fresh)
    renameSync(fresh, folder)
    syncFolder(path.dirname(folder))
  } catch (reason) {
    rmSync(fresh, { recursive: true, force: true })
    // Another process may have created it first.
    if (!existsSync(folder)) throw reason
  }
}

/** Deletes temporary folders left by processes that died. Their `initdb` may still be writing. */
async function removeLeftovers(folder: string): Promise<void> {
  const prefix = `${path.basename(folder)}.new-`
  const parent = path.dirname(folder)
  for (const entry of readdirSync(parent).filter((name) => name.startsWith(prefix))) {
    const pid = Number.parseInt(entry.slice(prefix.length), 10)
    if (pid === process.pid || !isAlive(pid))
      await rm(path.join(parent, entry), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

async function initdb({ owner, programs, isNetworked, noSync }: NewCluster, folder: string): Promise<void> {
  const password = isNetworked ? newPassword(`${folder}.password`, owner) : null
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--auth-local=trust', password ? '--auth-host=scram-sha-256' : '--auth-host=reject']
  const options = [`--username=${superuser}`, '--data-checksums', ...(noSync ? ['--no-sync'] : [])]
  if (password) options.push(`--pwfile=${password}`)
  try {
    await promisify(execFile)(
      programs.initdb,
      ['-D', nameInside(owner, folder), ...locale, ...access, ...options],
      runAs(owner, folder),
    )
    if (password) renameSync(password, passwordFile(folder))
  } finally {
    if (password) rmSync(password, { force: true })
  }
}

function newPassword(file: string, owner: Owner | null): string {
  writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (owner) chownSync(file, owner.uid, owner.gid)
  return file
}

/** Waits until renamed entries in the folder are on disk. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
