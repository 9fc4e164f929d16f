import type { Client, ClientBase } from 'pg'
import { ping } from './sessions.store.ts'
import { withStatementLimit } from './statement-limit.ts'

export const defaultHeartbeatMs = 10_000

/** Sends periodic queries on a connection that otherwise only listens, so that a silent disconnect is detected: without
 *  a response, `limitStatements` ends the connection. Stops when the connection ends. */
export function startHeartbeat(client: ClientBase, heartbeatMs: number): void {
  let isWaiting = false
  const beat = () => {
    if (isWaiting) return
    isWaiting = true
    withStatementLimit(heartbeatMs, () => ping(client)).then(
      () => (isWaiting = false),
      () => clearInterval(timer),
    )
  }
  const timer = setInterval(beat, heartbeatMs).unref()
  client.once('end', () => clearInterval(timer))
}

const goodbyeMs = 1000

/** Ends the connection without waiting for a server that no longer responds. */
export async function endConnection(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeMs)
  await client.end().catch(() => {})
  clearTimeout(timer)
}
