import { Client } from 'pg'
import { connectionOf } from './database-url.ts'

/** The order in which the two connections send queries, chosen so that a pooler that assigns servers in turn cannot
 *  match it. */
const order = [0, 1, 1, 0, 0, 1, 0, 0, 1, 1]

/** Reports whether the URL points to a transaction pooler, which assigns different servers to one connection, or one
 *  server to two connections. PostgreSQL itself and session poolers do neither. */
export async function isTransactionPooler(databaseUrl: string): Promise<boolean> {
  const clients = [0, 1].map(() => new Client({ ...connectionOf(databaseUrl), connectionTimeoutMillis: 5000 }))
  for (const client of clients) client.on('error', () => {})
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const [first, second] = [new Set<number>(), new Set<number>()]
    for (const index of order) (index === 0 ? first : second).add(await serverOf(clients[index]!))
    return first.size > 1 || second.size > 1 || [...first].some((pid) => second.has(pid))
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

async function serverOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}
