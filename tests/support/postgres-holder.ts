import { pino } from 'pino'
import { connect, run } from '#kernel/db.ts'
import { startPostgres } from '#providers/database/postgres.ts'

// Runs in a separate process and opens the database in the folder given as the first argument, for tests that kill the
// process. With `write` as the second argument, it continuously adds rows and prints the number of each acknowledged
// row.
const [dataDir = '', mode] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const server = await startPostgres({ dataDir, log, settings: { fsync: 'off' } })
const print = (line: string) => process.stdout.write(`${line}\n`)
print('ready')

process.on('SIGTERM', () => {
  void server.stop().then(() => process.exit(0))
})
if (mode === 'write') await write()

async function write(): Promise<void> {
  const db = connect({ ...server.connection, onError: () => {} })
  await run(db)`create table if not exists written (id int primary key)`
  for (let id = 1; ; id++) {
    try {
      await run(db)`insert into written (id) values (${id})`
      print(String(id))
    } catch {
      id-- // Not acknowledged: the row may or may not have been written.
      await run(db)`delete from written where id = ${id + 1}`.catch(() => 0)
    }
  }
}
