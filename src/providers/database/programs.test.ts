import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { isRoot, newFolder, nobody } from '#tests/support/postgres-processes.ts'
import { copyPackage } from './package-files.ts'
import { findPrograms, type ProgramPackage } from './programs.ts'

const installed = realpathSync(path.dirname(path.dirname(findPrograms(null, '/nowhere').postgres)))

/** The package as left by an installer that runs no scripts: without the links between libraries. */
function withoutLinks(folder: string): ProgramPackage {
  copyPackage(installed, path.join(folder, 'native'))
  const list = readFileSync(path.join(installed, 'pg-symlinks.json'), 'utf8')
  const links = [...list.matchAll(/"target":"([^"]+)"/g)].map(([, target]) => path.join(folder, target!))
  for (const link of links) rmSync(link)
  assert.ok(links.length > 0)
  return { folder: path.join(folder, 'native'), version: `18.0.0-test-${process.pid}` }
}

test('creates the symbolic links that npm packages cannot contain', () => {
  const from = withoutLinks(newFolder())
  const programs = findPrograms(null, '/nowhere', from)
  assert.equal(programs.postgres, path.join(from.folder, 'bin/postgres'))
  assert.equal(programs.major, '18')
})

test('copies programs that the server’s user cannot access', () => {
  const closed = newFolder()
  const dataDir = newFolder()
  const from = withoutLinks(closed)
  if (isRoot) chmodSync(closed, 0o700)
  else chmodSync(path.join(from.folder, 'lib'), 0o500)
  const { postgres } = findPrograms(isRoot ? nobody : null, dataDir, from)
  const copy = path.dirname(path.dirname(postgres))
  onTestFinished(() => {
    if (!isRoot) chmodSync(path.join(from.folder, 'lib'), 0o700)
    rmSync(copy, { recursive: true, force: true })
  })
  assert.ok(copy.endsWith(`devstead-postgres-${from.version}`))
  assert.ok(existsSync(path.join(copy, 'share/postgresql/postgres.bki')))
})

test('explains that the programs do not run on this system, and says what to do', () => {
  const folder = newFolder()
  mkdirSync(path.join(folder, 'native/bin'), { recursive: true })
  const from = { folder: path.join(folder, 'native'), version: `18.0.0-none-${process.pid}` }
  assert.throws(() => findPrograms(null, folder, from), /does not run on this system: .*ENOENT.* Set DATABASE_URL/)
})
