import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** The root folder of the checkout. */
export const root = path.resolve(import.meta.dirname, '..')

const stampFile = path.join(root, 'dist/.sources')
const sources = ['src', 'scripts', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

/** Reports whether dist/ was built from the current sources. Reads them only if their sizes or times have changed. */
export function isBuilt(): boolean {
  if (!fs.existsSync(stampFile)) return false
  const [content, facts] = fs.readFileSync(stampFile, 'utf8').split('\n')
  const current = hashOf(factsOf)
  if (facts === current) return true
  if (content !== hashOf(contentOf)) return false
  try {
    fs.writeFileSync(stampFile, `${content}\n${current}`)
  } catch {
    // The folder is read-only, so the next start reads the sources again.
  }
  return true
}

/** Records the state of the sources before a build. @returns a function that marks the build as complete */
export function beginBuild(): () => void {
  const stamp = `${hashOf(contentOf)}\n${hashOf(factsOf)}`
  fs.rmSync(stampFile, { force: true })
  return () => fs.writeFileSync(stampFile, stamp)
}

const contentOf = (file: string) => fs.readFileSync(file)

function factsOf(file: string): string {
  const { size, mtimeMs, ctimeMs } = fs.statSync(file)
  return `${size} ${mtimeMs} ${ctimeMs}`
}

function hashOf(describe: (file: string) => string | Buffer): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn))
    hash
      .update(file)
      .update('\0')
      .update(describe(path.join(root, file)))
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
