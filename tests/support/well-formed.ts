import { one } from '#kernel/db.ts'
import { testDb } from './database.ts'

/** Reports whether a strict XML parser, PostgreSQL's libxml2, accepts the document. */
export async function isWellFormed(document: string): Promise<boolean> {
  const row = await one<{ holds: boolean }>(await testDb())`select xml_is_well_formed_document(${document}) as holds`
  return row!.holds
}
