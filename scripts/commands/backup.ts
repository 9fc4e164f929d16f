import fs from 'node:fs'
import type { Config } from '#app/config.ts'
import { hasDatabase } from '#app/has-database.ts'
import type { Log } from '#kernel/log.ts'
import { limitCpu } from '#kernel/cpu-limit.ts'
import { lowerPriority } from '#kernel/process-priority.ts'
import { backupCpuShare } from '#features/admin/backups/backup-site.ts'
import type { ListedBackup } from '#features/admin/backups/list-backups.ts'
import { command, group } from '../cli/command.ts'
import { columns, printResult } from '../cli/output.ts'
import { callerPath, readSite } from '../cli/site.ts'

const fullSpeed = 'Run at full speed, even if this slows down the site'

const app = () => import('#app/backups.ts')

const create = command('create', {
  summary: 'Back up the site',
  description:
    'Backs up the database, pictures, keys, and, with BACKUP_RECORDINGS=on, recordings, while the site is running.',
  examples: ['backup create', 'backup create --verify'],
})
  .option('--verify', 'Verify the backup')
  .option('--full-speed', fullSpeed)
  .option('--json', 'Print the result as JSON')
  .action(async ({ verify: isVerified, fullSpeed: isFast, json }) => {
    const { createBackup } = await import('#features/admin/backups/create-backup.ts')
    const { config, site } = await openSite()
    const { withBackupDatabase } = await app()
    const { index, missing } = await withBackupDatabase(config, site, (open) => {
      lowerPriority() // not earlier, because the site may use a database server that this command has started
      if (!isFast) limitCpu(backupCpuShare)
      return createBackup(open, { reason: 'manual' })
    })
    const { blobs: _blobs, ...facts } = index
    const verified = isVerified ? await verifyAndRecord(config, site, index.id) : null
    const lost = missing.length > 0 ? `\nPictures whose files are missing: ${missing.length}.` : ''
    const proof = verified ? ' It has been verified.' : ''
    printResult(
      json,
      { ...facts, missing, verifiedAt: verified?.verifiedAt ?? null },
      `Created the backup ${index.id} in ${site.target.name}: ${contentsOf(index)}.${proof}${lost}`,
    )
  })

const list = command('list', { summary: 'List backups', examples: ['backup list', 'backup list --json'] })
  .option('--json', 'Print the result as JSON')
  .action(async ({ json }) => {
    const { listBackups } = await import('#features/admin/backups/list-backups.ts')
    const { site } = await openSite()
    const { backups, unreadable } = await listBackups(site.target)
    const facts = backups.map(({ index: { blobs: _blobs, ...index }, verifiedAt }) => ({ ...index, verifiedAt }))
    const damaged = unreadable.map((path) => `\n${path} is damaged or was written by a newer version.`).join('')
    const text = backups.length > 0 ? tableOf(backups) : `There are no backups in ${site.target.name}.`
    printResult(json, { backups: facts, unreadable }, `${text}${damaged}`)
    if (unreadable.length > 0) process.exitCode = 1
  })

const verify = command('verify', {
  summary: 'Check that a backup can be restored completely',
  description:
    'Restores a backup, by default the newest one, into a temporary database and compares every table and file. Does not need the site’s own database.',
  examples: ['backup verify', 'backup verify 20261124T021700Z-3f9c --identity key.txt'],
})
  .argument('[id]', 'The id of the backup, from devstead backup list')
  .option('--identity <file>', 'File with the age identity for BACKUP_RECIPIENT')
  .option('--full-speed', fullSpeed)
  .option('--json', 'Print the result as JSON')
  .action(async (id, { identity, fullSpeed: isFast, json }) => {
    const { config, site } = await openSite(identity)
    if (!isFast) limitCpu(backupCpuShare)
    const verified = await verifyAndRecord(config, site, id ?? null)
    printResult(
      json,
      verified,
      `The backup ${verified.id} is complete: ${verified.tables} tables with ${verified.rows} rows, and ${verified.files} files.`,
    )
  })

const restore = command('restore', {
  summary: 'Restore a backup into this site',
  description:
    'Restores a backup, by default the newest one, into the database and data folder named in the settings. Stop the site first. Newer migrations run afterward.',
  examples: ['backup restore', 'backup restore 20261124T021700Z-3f9c --replace'],
})
  .argument('[id]', 'The id of the backup, from devstead backup list')
  .option('--replace', 'Replace a site that has members; it is backed up first')
  .option('--identity <file>', 'File with the age identity for BACKUP_RECIPIENT')
  .option('--json', 'Print the result as JSON')
  .action(async (id, { replace = false, identity, json }) => {
    const { restoreBackup } = await import('#features/admin/backups/restore-backup.ts')
    const { config, site } = await openSite(identity)
    const { withBackupDatabase } = await app()
    const restored = await withBackupDatabase(config, site, (open) => {
      lowerPriority() // not earlier, because the site may use a database server that this command has started
      return restoreBackup(open, { id: id ?? null, replace })
    })
    const { replaced, migrations } = restored
    const lines = [
      `Restored the backup ${restored.id} from ${restored.createdAt}: ${restored.rows} rows and ${restored.files} files.`,
      ...(replaced ? [`The previous site was backed up as ${replaced}.`] : []),
      ...(migrations.length > 0 ? [`Migrated the database to this version: ${migrations.join(', ')}.`] : []),
    ]
    printResult(json, restored, lines.join('\n'))
  })

export const backup = group('backup', { summary: 'Back up, verify, and restore the site' }, [
  create,
  list,
  verify,
  restore,
])

async function openSite(identityFile?: string) {
  const { backupSiteOf } = await app()
  const { config, log } = await readSite()
  const identity = identityFile === undefined ? null : await readIdentity(callerPath(identityFile))
  return { config, log, site: await backupSiteOf(config, log, { identity }) }
}

/** Reads a file as written by age-keygen, which also contains comments. */
async function readIdentity(file: string): Promise<string> {
  const { BackupError } = await import('#features/admin/backups/backup-error.ts')
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  const found = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (found === undefined) throw new BackupError(`${file} does not contain an age identity: AGE-SECRET-KEY-1….`)
  return found.trim()
}

type BackupSite = Awaited<ReturnType<typeof openSite>>['site']

/** Verifies with low priority. Also records the result in the site's database, if there is one. */
async function verifyAndRecord(config: Config, site: BackupSite, id: string | null) {
  const { DamagedBackup, verifyBackup } = await import('#features/admin/backups/verify-backup.ts')
  const { attachToOwnServer, recordVerificationOf } = await app()
  const detach = hasDatabase(config) ? await attachToOwnServer(config, site.log) : null
  lowerPriority()
  const record = async (result: Parameters<typeof recordVerificationOf>[2]) => {
    if (hasDatabase(config))
      await recordVerificationOf(config, site, result).catch((err: unknown) => warn(site.log, err))
  }
  try {
    const verified = await verifyBackup(site, { id })
    await record({ id: verified.id, verifiedAt: verified.verifiedAt, error: null })
    return verified
  } catch (reason) {
    // Other failures, such as a wrong passphrase, say nothing about the backup.
    if (reason instanceof DamagedBackup) await record({ id: reason.backupId, verifiedAt: null, error: reason.message })
    throw reason
  } finally {
    await detach?.()
  }
}

const warn = (log: Log, err: unknown) => log.error({ err }, 'The result could not be recorded in the site’s database.')

const contentsOf = ({ rows, files, archive }: ListedBackup['index']) =>
  `${rows} rows, ${files.count} files, ${megabytes(archive.bytes + files.bytes)}`

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

const tableOf = (backups: ListedBackup[]) =>
  columns([
    ['Id', 'Created', 'Reason', 'Version', 'Size', 'Verified'],
    ...backups.map(({ index, verifiedAt }) => [
      index.id,
      index.createdAt.slice(0, 16).replace('T', ' '),
      index.reason,
      index.version,
      megabytes(index.archive.bytes + index.files.bytes),
      verifiedAt?.slice(0, 16).replace('T', ' ') ?? 'no',
    ]),
  ])
