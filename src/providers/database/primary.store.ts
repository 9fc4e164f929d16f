import type { ClientBase } from 'pg'

/** Reports whether the server accepts writes, which a standby does not. */
export async function acceptsWrites(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_read_only: string }>(
    `select current_setting('transaction_read_only') as is_read_only`,
  )
  return rows[0]?.is_read_only === 'off'
}
