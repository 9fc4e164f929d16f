import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { type Db, one } from '#kernel/db.ts'
import { findSiteId } from '#providers/bucket/site-identity.store.ts'
import { BackupError } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'

const markPath = 'site-id'

/** Stores this site's id in the target, so that two sites with the same settings do not delete each other's backups.
 *  @throws BackupError if the target contains another site's backups */
export async function claimTarget(target: BackupTarget, db: Db): Promise<void> {
  if (!(await hasIdentity(db))) return
  const id = await findSiteId(db)
  const mark = await target.get(markPath)
  if (!mark) await target.put(markPath, Readable.from([Buffer.from(id)]))
  else if ((await text(mark)) !== id)
    throw new BackupError(
      `${target.name} contains the backups of another site. Set BACKUP_DIR or BACKUP_S3_PREFIX to a different folder. If the other site no longer exists, delete the file ${markPath} there.`,
    )
}

/** Reports whether sites have ids: before migration 0082, they do not. */
const hasIdentity = async (db: Db): Promise<boolean> =>
  (await one<{ isThere: boolean }>(db)`select to_regclass('public.site_identity') is not null as "isThere"`)
    ?.isThere === true
