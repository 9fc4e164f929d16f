import { command, group } from '../cli/command.ts'
import { printResult } from '../cli/output.ts'
import { type Site, withSite } from '../cli/site.ts'

const encryption = command('encryption', {
  summary: 'Replace the key that encrypts secrets',
  description:
    'Replaces the identity key and re-encrypts everything it protects: authenticator app secrets, sessions, signing keys, ' +
    'stream keys, and the site’s own secrets. No one is signed out. identity.key keeps the previous key as a second key until the ' +
    'next rotation. If IDENTITY_KEY is set, prints a new key instead.',
  examples: ['secrets rotate encryption'],
})
  .option('--json', 'Print the result as JSON')
  .action(async ({ json }) => withSite((site) => rotateEncryption(site, json)))

const sessions = command('sessions', {
  summary: 'Replace the key that signs sessions',
  description:
    'Replaces the key that signs access tokens. The new key starts signing after 11 minutes, and the old one stays valid for an ' +
    'hour after that. Everyone stays signed in.',
  examples: ['secrets rotate sessions', 'secrets rotate sessions --now'],
})
  .option('--now', 'Invalidate all access tokens signed with old keys within a minute. Use this if a key has leaked')
  .option('--json', 'Print the result as JSON')
  .action(async ({ now: immediately = false, json }) => withSite((site) => rotateSessions(site, immediately, json)))

const streamKeys = command('stream-keys', {
  summary: 'Replace the stream keys of all livestreams',
  description:
    'Replaces the stream keys of all livestreams. Members must copy the new ones into their encoders. Broadcasts in progress ' +
    'continue until the encoder reconnects.',
  examples: ['secrets rotate stream-keys'],
})
  .option('--json', 'Print the result as JSON')
  .action(async ({ json }) =>
    withSite(async ({ config, db, log }) => {
      const { openSiteSealing } = await import('#app/sealing.ts')
      const { streamKeyRenewal } = await import('#app/streaming.ts')
      const { rotateStreamKeys } = await import('#features/live/livestreams/stream-keys.ts')
      const { systemClock } = await import('#kernel/clock.ts')
      const sealing = await openSiteSealing(config, db)
      const renewal = await streamKeyRenewal(config, { db, log, clock: systemClock, sealing })
      const replaced = await rotateStreamKeys({ db, sealing }, renewal)
      await recordRotation(db, 'stream keys')
      printResult(json, { replaced }, `Replaced ${replaced} stream ${replaced === 1 ? 'key' : 'keys'}.`)
    }),
  )

const rotate = group('rotate', { summary: 'Replace keys' }, [encryption, sessions, streamKeys])

export const secrets = group('secrets', { summary: 'Replace the keys that protect the site' }, [rotate])

async function rotateEncryption({ config, db }: Site, isJson: boolean | undefined): Promise<void> {
  const { newKey, addKey } = await import('#kernel/key-file.ts')
  const { openSiteSealing, sealedSecrets } = await import('#app/sealing.ts')
  const { sealSecrets } = await import('#kernel/sealed-secrets.ts')
  const { identityKey } = config
  const sealing = await openSiteSealing(config, db) // checks that the key is right before replacing it
  if (identityKey.setting !== null) {
    const key = newKey()
    return printResult(isJson, { key }, newSetting(key))
  }
  // A machine that got the current key late may have used the earlier one, which `addKey` removes.
  await sealSecrets(db, sealing, sealedSecrets)
  addKey(identityKey.file)
  const encrypted = await sealSecrets(db, await openSiteSealing(config, db), sealedSecrets)
  await recordRotation(db, 'encryption')
  const lines = Object.entries(encrypted).map(([name, count]) => `  ${name}: ${count}`)
  printResult(isJson, { encrypted }, `Encrypted with a new key:\n${lines.join('\n')}\n${copyKey(identityKey.file)}`)
}

async function recordRotation(db: Site['db'], rotated: string): Promise<void> {
  const { audit } = await import('#kernel/audit.store.ts')
  await audit(db, { action: 'secrets.rotated', actor: 'operator', details: { secrets: rotated } })
}

const newSetting = (key: string) => `A new key: ${key}
Put it before the current key in IDENTITY_KEY, separated by a comma, on every machine, and restart the site. The site then
encrypts everything with the new key. Afterward, remove the old key.`

const copyKey = (file: string) =>
  `Back up ${file}. If the site runs on several machines, copy the file to all of them now.`

async function rotateSessions({ config, db }: Site, immediately: boolean, isJson = false): Promise<void> {
  if (config.supabase) {
    const { AppError } = await import('#kernel/errors.ts')
    throw new AppError(
      'conflict',
      'Your Supabase project signs this site’s sessions. Rotate its keys in its dashboard.',
    )
  }
  const { openSiteSealing } = await import('#app/sealing.ts')
  const { systemClock } = await import('#kernel/clock.ts')
  const { createKeyRing } = await import('#providers/identity/keys.ts')
  const sealing = await openSiteSealing(config, db)
  await createKeyRing({ db, sealing, clock: systemClock }).rotate({ immediately })
  await recordRotation(db, 'sessions')
  printResult(isJson, { immediately }, immediately ? replaced : announced)
}

const announced = `The new key starts signing sessions in 11 minutes. The old key stays valid for an hour after that.
No one is signed out, and no restart is needed.`
const replaced = `A new key now signs sessions. Access tokens signed with old keys become invalid within a minute.
Browsers renew theirs automatically, and no restart is needed.`
