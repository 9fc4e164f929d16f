import type { ClientBase } from 'pg'
import { type Db, run } from './db.ts'

// A notification is the topic and, behind a space, who sent it: by hand, `notify devstead_changes, 'posts'` will do.
const channel = 'devstead_changes'

/** Tells every connection that listens. Outside of transactions: committing a NOTIFY makes all others wait in line. */
export const sendChanges = (db: Db, sender: string, topics: string[]) =>
  run(db)`select pg_notify(${channel}, topic || ' ' || ${sender}::text) from unnest(${topics}::text[]) as topic`

/** Has the connection hear of every change from now on, its own included. */
export async function listenForChanges(client: ClientBase, onChange: (topic: string, sender: string) => void) {
  client.on('notification', ({ payload = '' }) => {
    const [topic = '', sender = ''] = payload.split(' ')
    onChange(topic, sender)
  })
  await client.query(`listen ${channel}`)
}
