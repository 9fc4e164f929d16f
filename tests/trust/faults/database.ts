import { Command, Option } from '@commander-js/extra-typings'
import { pino } from 'pino'
import { connect } from '#kernel/db.ts'
import { startPostgres } from '#providers/database/postgres.ts'
import { removeDatabase } from '#tests/support/postgres-folders.ts'
import { temporaryDataDir } from '#tests/support/site.ts'
import { positiveInteger } from './options.ts'
import { startTroubledNetwork, type Trouble } from './troubled-network.ts'
import { tryFault } from './trial.ts'

const troubles = { gone: 'gone', hanging: 'hanging', slow: 2000 } as const satisfies Record<string, Trouble>

export const database = new Command('database')
  .summary('Disturb the connections to an external database')
  .description(
    'Refuses connections to the database (gone), stops transferring anything (hanging), or delays each statement by two seconds (slow).',
  )
  .addOption(
    new Option('--trouble <trouble>', 'What happens')
      .choices(['gone', 'hanging', 'slow'] as const)
      .default('hanging' as const),
  )
  .option('--seconds <number>', 'How long it lasts', positiveInteger, 60)
  .action(async ({ trouble, seconds }) => {
    const folder = temporaryDataDir()
    const server = await startPostgres({ dataDir: folder.dataDir, log: pino({ level: 'silent' }) })
    const { user, database } = server.connection
    const network = await startTroubledNetwork(server.connection)
    await tryFault({
      name: `database ${trouble}`,
      seconds,
      settings: {
        DATABASE_URL: `postgres://${user}@127.0.0.1:${network.port}/${database}`,
      },
      begin: () => network.become(troubles[trouble]),
      end: () => network.become('none'),
      says: trouble === 'slow' ? /slow statement/ : /the database is not responding/,
      async withDatabase(_, work) {
        const db = connect({ ...server.connection, max: 1, onError: () => {} })
        return await work(db).finally(() => db.destroy())
      },
      async cleanUp() {
        await network.stop()
        await server.stop()
        removeDatabase(folder.dataDir)
      },
    })
  })
