import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes the files to a temporary folder, which is removed after the test. @returns the folder's path */
export async function folderOf(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'devstead-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  return folder
}
