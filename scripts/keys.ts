import { readConfig } from '#app/config.ts'
import { openDatabase } from '#app/database.ts'
import { openSiteSealing } from '#app/sealing.ts'
import { systemClock } from '#kernel/clock.ts'
import { createLog } from '#kernel/log.ts'
import { createKeyRing } from '#providers/identity/keys.ts'

// `npm run keys -- rotate`: replaces the key that signs sessions. Works whether or not the site is running.

const usage = `Usage: npm run keys -- rotate [--now]

Replaces the key that signs sessions. Everyone stays signed in.

Options:
  --now  Also invalidate everything that old keys signed, within a minute. Use this if a key has leaked.`

const announced = `The new key starts signing sessions in 11 minutes. The old key stays valid for an hour after that.
No one is signed out, and no restart is needed.`
const replaced = `A new key now signs sessions. Access tokens signed with old keys become invalid within a minute.
Browsers renew theirs automatically, and no restart is needed.`

const config = readConfig()
const [command, option, ...more] = process.argv.slice(2)
if (command !== 'rotate' || (option !== undefined && option !== '--now') || more.length > 0) stop(usage)
if (config.supabase)
  stop('Your Supabase project signs this site’s sessions. Rotate its keys in the Supabase dashboard.')
await rotate(option === '--now')

async function rotate(immediately: boolean): Promise<void> {
  const database = await openDatabase(config, createLog({ ...config.log, level: 'error' }))
  try {
    const sealing = await openSiteSealing(config, database.db)
    await createKeyRing({ db: database.db, clock: systemClock, sealing }).rotate({ immediately })
  } finally {
    await database.close()
  }
  console.log(immediately ? replaced : announced)
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
