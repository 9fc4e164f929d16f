import { Client, escapeIdentifier } from 'pg'
import type { Connection } from './connection.ts'

/** A connection that lasts until the server stops. Its advisory lock shows other processes that the server is still
 *  needed. */
export interface Lease {
  /** Resolves when the connection has ended. */
  ended: Promise<void>
  /** Releases the lease. @returns true if it was the last one; no other process can then attach until the server
   *  stops */
  leave(): Promise<boolean>
}

const leaseLock = 0x64_65_76

/** Connects, takes the lock, and creates the database if it does not exist. @throws the error from `pg` */
export async function acquireLease(connection: Connection): Promise<Lease> {
  const client = new Client({
    ...connection,
    database: 'postgres',
    application_name: 'devstead presence',
    connectionTimeoutMillis: 5000,
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock_shared($1)', [leaseLock])
    await createDatabase(client, connection.database)
  } catch (reason) {
    await client.end()
    throw reason
  }
  return { ended, leave: () => leave(client) }
}

async function createDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount) return
  try {
    await client.query(`create database ${escapeIdentifier(name)}`)
  } catch (reason) {
    // Another process may have created it first.
    const { rowCount: exists } = await client.query('select from pg_database where datname = $1', [name])
    if (!exists) throw reason
  }
}

async function leave(client: Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [leaseLock])
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [leaseLock])
    if (rows[0]?.last) return true
    await client.end()
    return false
  } catch {
    return true
  }
}

/** Reports whether other processes have leases on the server. */
export const isShared = (connection: Connection): Promise<boolean> =>
  onServer(connection, async (client) => {
    const { rows } = await client.query<{ leases: number }>(
      `select count(*)::int as leases from pg_locks where locktype = 'advisory' and objid = $1`,
      [leaseLock],
    )
    return rows[0]!.leases > 1
  })

const upgradeLock = 0x64_65_77

/** Runs `work` while no other process does. */
export const withUpgradeLock = (connection: Connection, work: () => Promise<void>): Promise<void> =>
  onServer(connection, async (client) => {
    await client.query('select pg_advisory_lock($1)', [upgradeLock])
    await work()
  })

/** Empties the database, which an interrupted upgrade may have filled. */
export const recreateDatabase = (connection: Connection): Promise<void> =>
  onServer(connection, async (client) => {
    const name = escapeIdentifier(connection.database)
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })

async function onServer<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
