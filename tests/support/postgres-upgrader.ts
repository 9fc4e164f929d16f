import { pino } from 'pino'
import { startEmbedded } from '#app/embedded-database.ts'

// Runs in a separate process and starts the site's database in the folder given as the first argument, thereby upgrading it from an earlier version of PostgreSQL, for tests that kill the process.
const [dataDir = ''] = process.argv.slice(2)
const server = await startEmbedded({ dataDir }, pino({ level: 'silent' }))
await server.stop()
