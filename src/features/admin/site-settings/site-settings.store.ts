import { type Db, one } from '#kernel/db.ts'

interface Row {
  version: number
  /** As stored: not validated. */
  settings: unknown
}

/** Returns null if nothing has ever been saved. */
export const findSettings = (db: Db): Promise<Row | null> => one<Row>(db)`select version, settings from site_settings`

/** Replaces the settings. @returns the new version, or null if `version` is not the current one */
export async function replaceSettings(db: Db, settings: object, version: number): Promise<number | null> {
  const json = JSON.stringify(settings)
  const saved =
    version === 0
      ? await one<{ version: number }>(db)`
          insert into site_settings (settings, version) values (${json}::jsonb, 1)
          on conflict do nothing returning version`
      : await one<{ version: number }>(db)`
          update site_settings set settings = ${json}::jsonb, version = version + 1, updated_at = now()
          where version = ${version} returning version`
  return saved?.version ?? null
}
