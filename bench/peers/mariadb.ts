import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '#tests/support/site.ts'
import { type Program, startProgram } from './programs.ts'

export interface MariaDb extends Program {
  port: number
  user: string
  password: string
  database: string
  /** Runs a query. @returns its rows as lines of tab-separated values */
  query: (text: string) => string[]
}

const account = { user: 'peer', password: 'peer', database: 'peer' }

/** Starts Debian's MariaDB with its default settings and an empty database in the folder. */
export async function startMariaDb(folder: string): Promise<MariaDb> {
  fs.mkdirSync(folder)
  execFileSync('chown', ['mysql', folder])
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', '--user=mysql', `--datadir=${folder}`, '--auth-root-authentication-method=normal'],
    { stdio: 'ignore' },
  )
  const port = await freePort()
  const socket = path.join(folder, 'server.sock')
  const query = (text: string) =>
    execFileSync('mariadb', ['--no-defaults', '--user=root', `--socket=${socket}`, '--batch', '--skip-column-names'], {
      input: text,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
      .split('\n')
      .filter(Boolean)
  const program = await startProgram(
    'mariadbd',
    [
      '--no-defaults',
      '--user=mysql',
      `--datadir=${folder}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${socket}`,
    ],
    { isReady: async () => query('select 1').length === 1 },
  )
  const { user, password, database } = account
  query(`create database ${database}; create user ${user}@'127.0.0.1' identified by '${password}';
    grant all on ${database}.* to ${user}@'127.0.0.1'`)
  return { ...program, ...account, port, query: (text) => query(`use ${database}; ${text}`) }
}
