import { readConfig } from '#app/config.ts'
import { openDatabase } from '#app/database.ts'
import { systemClock } from '#kernel/clock.ts'
import { createLog } from '#kernel/log.ts'
import { createKeyRing } from '#providers/identity/keys.ts'

// `npm run keys -- rotate`: replaces the key that signs sessions. Works beside a running site and without one.

const usage = `npm run keys -- rotate         replaces the key that signs sessions; everyone stays signed in
npm run keys -- rotate --now   for a key that has leaked: what it signed is invalid within a minute`

const announced = `A new key signs sessions from 11 minutes from now on. The old one is valid for an hour after that.
Nobody is signed out, and nothing has to be restarted.`
const replaced = `A new key signs sessions. Access tokens signed by the old keys are invalid within a minute.
Browsers renew theirs by themselves, and nothing has to be restarted.`

const config = readConfig()
const [command, option, ...more] = process.argv.slice(2)
if (command !== 'rotate' || (option !== undefined && option !== '--now') || more.length > 0) stop(usage)
if (config.supabase) stop('Your Supabase project signs the sessions of this site. Rotate its keys in its dashboard.')
await rotate(option === '--now')

async function rotate(immediately: boolean): Promise<void> {
  const database = await openDatabase(config, createLog({ ...config.log, level: 'error' }))
  try {
    await createKeyRing(database.db, systemClock).rotate({ immediately })
  } finally {
    await database.close()
  }
  console.log(immediately ? replaced : announced)
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
