import { Resolver } from 'node:dns/promises'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { SealingKeyError } from '#kernel/sealing-key.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { diagnosticsSecret } from '#features/admin/diagnostics/diagnostics.routes.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { openUnmigrated } from '../database.ts'
import { hasDatabase } from '../has-database.ts'
import { openSiteSealing } from '../sealing.ts'
import { checkBackups, checkStoredBackup } from './backup-checks.ts'
import { checkBucket } from './bucket-checks.ts'
import { checkDatabase } from './database-checks.ts'
import { attempt, type Finding, reasonOf, report } from './finding.ts'
import { checkDisk, checkPorts, checkSettings, checkStorage } from './machine-checks.ts'
import { checkMail, sendTestEmail } from './mail-checks.ts'
import { checkDns, checkTls } from './network-checks.ts'
import { checkSignIn } from './sign-in-checks.ts'
import { checkSite } from './site-checks.ts'

export interface DoctorOptions {
  /** The site's URL. Default: SITE_URL. */
  url: string | null
  /** Runs only the checks that work over the network. */
  isRemote: boolean
  /** Sends an email to this address. */
  testEmail: string | null
  log: Log
}

/** Examines the installation and the running site. */
export async function examine({ url, isRemote, testEmail, log }: DoctorOptions): Promise<Finding[]> {
  const config = isRemote ? null : configOrFindings()
  if (Array.isArray(config)) return config
  const address = (url ?? config?.siteUrl)!
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  const local = config ? await examineLocally(config, log, resolver) : { findings: [], secret: null }
  const target = new URL(address)
  const { isSiteUrlSet = false, siteUrl = null, trustProxyHops = null } = config ?? {}
  return [
    ...local.findings,
    ...(config && testEmail !== null ? [await testFinding(config, testEmail)] : []),
    ...(await attempt('dns', () => checkDns(target, resolver))),
    ...(await attempt('tls', () => checkTls(target, Date.now()))),
    ...(await checkSite({
      url: target.origin,
      siteUrl: isSiteUrlSet ? siteUrl : null,
      trustProxyHops,
      secret: local.secret,
    })),
  ]
}

const testFinding = async ({ smtp, siteUrl }: Config, address: string): Promise<Finding> =>
  smtp
    ? sendTestEmail(smtp, address, siteUrl)
    : report('mail').error(
        'No test email was sent, because no mail server is configured.',
        'Set SMTP_URL and MAIL_FROM.',
      )

/** Returns the settings, or a finding for each invalid one. */
function configOrFindings(): Config | Finding[] {
  try {
    return readConfig()
  } catch (reason) {
    if (!(reason instanceof ConfigError)) throw reason
    return reason.faults.map((fault) =>
      report('settings').error(fault, 'Correct the setting in .env or in the environment; .env.example describes it.'),
    )
  }
}

async function examineLocally(config: Config, log: Log, resolver: Resolver) {
  const { dataDir, smtp } = config
  const database = await examineDatabase(config, log)
  const findings = [
    ...checkSettings(config),
    ...(await attempt('disk', () => checkDisk(dataDir))),
    ...(await attempt('storage', () => checkStorage(config))),
    ...database.findings,
    ...(await attempt('ports', () => checkPorts(config))),
    ...(smtp ? await attempt('mail', () => checkMail(smtp, resolver)) : []),
    ...(await attempt('sign-in', () => checkSignIn(config))),
  ]
  return { findings, secret: database.secret }
}

/** Opens the database without creating or migrating it. */
async function examineDatabase(config: Config, log: Log): Promise<{ findings: Finding[]; secret: Buffer | null }> {
  const { error } = report('database')
  if (!hasDatabase(config)) {
    const missing = error(`There is no database in ${config.dataDir} yet.`, 'Start the site once, or correct DATA_DIR.')
    return { findings: [missing], secret: null }
  }
  try {
    const database = await openUnmigrated(config, log)
    try {
      const findings = await checkDatabase(database.db)
      const isCurrent = findings.some(({ check, status }) => check === 'migrations' && status === 'ok')
      const key = isCurrent ? await checkIdentityKey(config, database.db) : { findings: [], secret: null }
      const bucket = isCurrent ? await attempt('bucket', () => checkBucket(config, database.db, log)) : []
      const backups = isCurrent ? await attempt('backups', () => checkBackups(config, database.db, Date.now())) : []
      const stored = isCurrent ? await attempt('backups', () => checkStoredBackup(config, log)) : []
      return { findings: [...findings, ...key.findings, ...bucket, ...backups, ...stored], secret: key.secret }
    } finally {
      await database.close()
    }
  } catch (reason) {
    return {
      findings: [error(`${reasonOf(reason)}.`, 'Start the database, and check DATABASE_URL or DATA_DIR.')],
      secret: null,
    }
  }
}

/** Opens the secrets in the database with the identity key. */
async function checkIdentityKey(config: Config, db: Db): Promise<{ findings: Finding[]; secret: Buffer | null }> {
  const { ok, error } = report('identity-key')
  try {
    const sealing = await openSiteSealing(config, db)
    const secret = await siteSecret({ db, sealing }, diagnosticsSecret)
    return { findings: [ok('The identity key decrypts the secrets in the database.')], secret }
  } catch (reason) {
    if (!(reason instanceof SealingKeyError)) throw reason
    const [what = ''] = reason.message.split('\n')
    const fix = `Copy identity.key from a backup of DATA_DIR to ${config.identityKey.file}, or set IDENTITY_KEY to its contents.`
    return { findings: [error(what, fix)], secret: null }
  }
}
