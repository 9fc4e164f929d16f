import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

/** Creates the links between library files, which npm packages cannot contain; the package lists them. Does nothing if
 *  the folder is read-only. */
export function makeLinks(folder: string): void {
  for (const { source, target } of listLinks(folder)) {
    const link = path.resolve(folder, '..', target)
    try {
      symlinkSync(path.basename(source), link)
    } catch {
      // The link exists or cannot be created; the caller checks whether the programs run.
    }
  }
}

/** Copies the programs and their data so that every user can read them. Keeps existing files. */
export function copyPackage(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const source = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && !entry.name.endsWith('.a')) copyFile(source, path.join(to, path.relative(from, source)))
  }
  for (const { source, target } of listLinks(from)) {
    const link = path.join(to, path.relative('native', target))
    if (!existsSync(link)) symlinkSync(path.basename(source), link)
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

function listLinks(folder: string) {
  const list = path.join(folder, 'pg-symlinks.json')
  return existsSync(list) ? Links.parse(JSON.parse(readFileSync(list, 'utf8'))) : []
}

function copyFile(source: string, target: string): void {
  if (statSync(target, { throwIfNoEntry: false })?.size === statSync(source).size) return
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 })
  const partial = `${target}.${process.pid}`
  copyFileSync(source, partial)
  const isProgram = path.basename(path.dirname(source)) === 'bin'
  chmodSync(partial, isProgram ? 0o755 : 0o644)
  renameSync(partial, target)
}
