import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { many } from '#kernel/db.ts'
import { backupSite, ownDatabase, filesIn, temporaryFolder } from '#tests/support/backups.ts'
import { cast } from '#tests/support/cast.ts'
import { testConnection } from '#tests/support/database.ts'
import type { S3Server } from '#tests/support/s3-server.ts'
import { restoreBackup } from '#features/admin/backups/restore-backup.ts'

/** A verification starts a database server. */
export const limitMs = 600_000
export const manual = { reason: 'manual' } as const
export const passphrase = 'correct horse battery'

/** A site with a post and two files, and a function that describes it with other settings. */
export async function smallSite() {
  const t = await cast([])
  await t.postBy('alice', 'A secret that only the backup knows')
  const dataDir = temporaryFolder()
  mkdirSync(path.join(dataDir, 'storage/ab'), { recursive: true })
  for (const name of ['one', 'two']) writeFileSync(path.join(dataDir, 'storage/ab', name), `picture ${name}`)
  writeFileSync(path.join(dataDir, 'identity.key'), 'k'.repeat(64))
  const folder = path.join(dataDir, 'backups')
  const connection = await testConnection()
  const site = (settings: Record<string, string> = {}, identity: string | null = null) =>
    backupSite(dataDir, connection, settings, identity)
  return { ...t, site, dataDir, folder }
}

/** Restores the newest backup elsewhere. @returns the posts and files there */
export async function restored(settings: Record<string, string>, identity: string | null = null) {
  const { connection, db } = await ownDatabase()
  const dataDir = temporaryFolder()
  await restoreBackup(await backupSite(dataDir, connection, settings, identity))
  const posts = await many<{ content: string }>(db)`select content from all_posts`
  return { posts: posts.map(({ content }) => content), files: filesIn(path.join(dataDir, 'storage')) }
}

export const whole = { posts: ['A secret that only the backup knows'], files: ['ab/one', 'ab/two'] }

export const bucketSettings = ({ settings }: S3Server, group: string) => ({
  [`${group}_ENDPOINT`]: settings.endpoint,
  [`${group}_REGION`]: settings.region,
  [`${group}_BUCKET`]: settings.bucket,
  [`${group}_ACCESS_KEY_ID`]: settings.accessKeyId,
  [`${group}_SECRET_ACCESS_KEY`]: settings.secretAccessKey,
})
