import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { isAlive } from './is-alive.ts'

/** Folders from other machines, whose processes are unknown here, are deleted after this time. */
const maxAgeMs = 24 * 3_600_000

/** Creates a temporary folder that {@link sweepTemporaryFolders} deletes if this process ends without deleting it. */
export async function temporaryFolder(parent = tmpdir()): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  return mkdtemp(path.join(parent, `devstead-${process.pid}-${hostname()}-`))
}

/** Deletes the temporary folders of processes that have ended. */
export async function sweepTemporaryFolders(parent: string, nowMs: number): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const [, pid, host] = /^devstead-(\d+)-(.*)-\w+$/.exec(name) ?? []
    if (pid === undefined || (host === hostname() && isAlive(Number(pid)))) continue
    const folder = path.join(parent, name)
    const found = host === hostname() ? null : await stat(folder).catch(() => null)
    if (!found || nowMs - found.mtimeMs > maxAgeMs) await rm(folder, { recursive: true, force: true })
  }
}
