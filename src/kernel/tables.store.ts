import { type Db, one } from './db.ts'

/** Returns whether the table exists. Databases of earlier versions lack some. @param name a table in `public` */
export const hasTable = async (db: Db, name: string): Promise<boolean> =>
  (await one<{ isThere: boolean }>(db)`select to_regclass(${`public.${name}`}) is not null as "isThere"`)?.isThere ===
  true
