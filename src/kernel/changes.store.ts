import type { ClientBase } from 'pg'
import { type Db, run } from './db.ts'

// A notification is a topic, a space, and the sender. After manual edits, run
// `notify devstead_changes, 'posts'` and `notify devstead_changes, 'content'`.
const channel = 'devstead_changes'

/** Notifies every listening connection. Not for use in transactions: commits with a NOTIFY are serialized. */
export const sendChanges = (db: Db, sender: string, topics: string[]) =>
  run(db)`select pg_notify(${channel}, topic || ' ' || ${sender}::text) from unnest(${topics}::text[]) as topic`

/** Subscribes the connection to all changes, including its own. */
export async function listenForChanges(client: ClientBase, onChange: (topic: string, sender: string) => void) {
  client.on('notification', ({ payload = '' }) => {
    const [topic = '', sender = ''] = payload.split(' ')
    onChange(topic, sender)
  })
  await client.query(`listen ${channel}`)
}
