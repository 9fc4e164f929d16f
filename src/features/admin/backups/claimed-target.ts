import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Db } from '#kernel/db.ts'
import { BackupError } from './backup-error.ts'
import type { BackupSite } from './backup-site.ts'

const markPath = 'site-id'

/** Stores the site's id in its target, so that two sites with the same settings do not delete each other's backups.
 *  @throws BackupError if the target contains another site's backups */
export async function claimTarget({ target, findSiteId }: BackupSite, db: Db): Promise<void> {
  const id = await findSiteId(db)
  if (id === null) return
  const mark = await target.get(markPath)
  if (!mark) await target.put(markPath, Readable.from([Buffer.from(id)]))
  else if ((await text(mark)) !== id)
    throw new BackupError(
      `${target.name} contains the backups of another site. Set BACKUP_DIR or BACKUP_S3_PREFIX to a different folder. If the other site no longer exists, delete the file ${markPath} there.`,
    )
}
