import { type Db, run } from '#kernel/db.ts'

/** Asks the database for a sign of life. @throws what the connection throws */
export const pingDatabase = (db: Db) => run(db)`select 1`
