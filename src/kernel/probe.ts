import { Client, type ClientConfig } from 'pg'
import { endConnection } from './heartbeat.ts'
import { ping } from './sessions.store.ts'
import { limitStatements, withStatementLimit } from './statement-limit.ts'

/** Opens a new connection and checks that the database responds. @throws what `pg` throws, or DatabaseTimeout */
export async function probeDatabase(connection: ClientConfig, limitMs: number): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: limitMs })
  client.on('error', () => {})
  limitStatements(client, limitMs)
  try {
    await client.connect()
    // The caller may be a job, whose own statements may take far longer.
    await withStatementLimit(limitMs, () => ping(client))
  } finally {
    void endConnection(client)
  }
}
