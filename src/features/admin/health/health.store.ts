import { t } from '#messages/messages.ts'
import { type Db, one } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'

/** Checks that the database responds and is writable. @throws AppError not_ready on a read-only standby, or the
 *  connection error */
export async function checkDatabase(db: Db): Promise<void> {
  const state = await one<{ isReadOnly: boolean }>(db)`
    select current_setting('transaction_read_only')::boolean as "isReadOnly"`
  if (state?.isReadOnly) throw new AppError('not_ready', t('The database is read-only.'), { retryAfterSeconds: 5 })
}
