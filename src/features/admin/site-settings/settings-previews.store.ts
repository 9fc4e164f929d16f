import { type Db, one, run } from '#kernel/db.ts'

interface NewPreview {
  tokenHash: Buffer
  settings: object
  expiresAt: Date
}

export const addPreview = (db: Db, { tokenHash, settings, expiresAt }: NewPreview) => run(db)`
  insert into settings_previews (token_hash, settings, expires_at)
  values (${tokenHash}, ${JSON.stringify(settings)}::jsonb, ${expiresAt})`

/** Returns the preview unless it has expired. Its settings are not validated. */
export const findPreview = (db: Db, tokenHash: Buffer, now: Date) => one<{ settings: unknown; expiresAt: Date }>(db)`
  select settings, expires_at as "expiresAt" from settings_previews
  where token_hash = ${tokenHash} and expires_at > ${now}`

/** Deletes expired previews. @returns their number */
export const sweepPreviews = (db: Db, now: Date) => run(db)`delete from settings_previews where expires_at <= ${now}`
