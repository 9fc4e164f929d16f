import { mkdtempSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { connect, sql } from '#kernel/db.ts'
import { isAlive } from '#kernel/is-alive.ts'
import { migrateJobs } from '#kernel/jobs.ts'
import { migrate } from '#kernel/migrations.ts'
import type { Connection } from '#providers/database/connection.ts'
import { startPostgres } from '#providers/database/postgres.ts'
import { defineCleanTables } from './clean-tables.ts'
import { endServer, removeDatabase } from './postgres-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server for this run. Its database `template` is migrated and accepts no connections. */
    testServer: Connection
    /** The folder for this run, which is removed when the run ends. */
    testFolder: string
  }
}

const folders = '/tmp/devstead-tests-'
const forTests = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/** Starts one database server per `vitest run`. Every worker copies its template. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dataDir = mkdtempSync(`${folders}${process.pid}-`)
  const log = pino({ level: 'warn' })
  const server = await startPostgres({ dataDir, log, settings: forTests })
  const admin = connect({ ...server.connection, onError: () => {} })
  await sql`create database template`.execute(admin)
  await makeTemplate({ ...server.connection, database: 'template' })
  await sql`alter database template allow_connections false`.execute(admin)
  await admin.destroy()
  provide('testServer', server.connection)
  provide('testFolder', dataDir)
  return async () => {
    await server.stop()
    removeDatabase(dataDir)
  }
}

/** Stops servers left behind by runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync('/tmp')) {
    const dataDir = `/tmp/${name}`
    const pid = /^\d+(?=-)/.exec(dataDir.slice(folders.length))?.[0]
    if (!dataDir.startsWith(folders) || !pid || isAlive(Number(pid))) continue
    await endServer(dataDir)
    removeDatabase(dataDir)
  }
}

async function makeTemplate(connection: Connection): Promise<void> {
  await migrateJobs(connection, pino({ level: 'warn' }))
  const template = connect({ ...connection, onError: () => {} })
  await migrate(template, path.resolve(import.meta.dirname, '../../migrations'))
  await defineCleanTables(template)
  await template.destroy()
}
