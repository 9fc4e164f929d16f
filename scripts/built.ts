import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** The root folder of the checkout. */
export const root = path.resolve(import.meta.dirname, '..')

const stampFile = path.join(root, 'dist/.sources')
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

/** Reports whether dist/ was built from the current sources. */
export const isBuilt = (): boolean => fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === sourcesHash()

/** Records the state of the sources before a build. @returns a function that marks the build as complete */
export function beginBuild(): () => void {
  const hash = sourcesHash()
  fs.rmSync(stampFile, { force: true })
  return () => fs.writeFileSync(stampFile, hash)
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn))
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

function filesIn(source: string): string[] {
  const at = path.join(root, source)
  if (!fs.existsSync(at)) return []
  if (!fs.statSync(at).isDirectory()) return [source]
  const entries = fs.readdirSync(at, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}
