import * as z from 'zod/mini'
import { BackupReason } from './backups.contract.ts'

/** Incremented when a format change prevents older versions from reading new backups. */
export const formatVersion = 1

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Count = z.int().check(z.gte(0))
const Time = z.iso.datetime()
const Name = z.string().check(z.minLength(1))

/** A file in the archive. */
const ArchivedFile = z.strictObject({ entry: Name, bytes: Count, sha256: Sha256 })

const TableDump = z.strictObject({
  schema: Name,
  name: Name,
  /** Without generated columns. */
  columns: z.array(Name),
  rows: Count,
  /** SHA-256 of the rows in COPY's text format, ordered by primary key. */
  contentSha256: Sha256,
  /** The rows, compressed with gzip. */
  ...ArchivedFile.shape,
})
export type TableDump = z.infer<typeof TableDump>

const SequenceState = z.strictObject({ schema: Name, name: Name, value: Count, isCalled: z.boolean() })
export type SequenceState = z.infer<typeof SequenceState>

/** One of the site's files, stored next to the archives under the hash of its content. */
export const SiteFile = z.strictObject({ path: Name, bytes: Count, sha256: Sha256 })
export type SiteFile = z.infer<typeof SiteFile>

const facts = {
  format: z.literal(formatVersion),
  id: z.string().check(z.regex(/^\d{8}T\d{6}Z-[0-9a-f]{4}$/)),
  createdAt: Time,
  reason: BackupReason,
  /** The version of the program that made the backup. */
  version: Name,
  siteUrl: z.string(),
  latestMigration: Name,
  encryption: z.enum(['none', 'passphrase', 'recipient']),
  /** The folder in the target that contains this backup's files. */
  store: Name,
  files: z.strictObject({ count: Count, bytes: Count }),
  rows: Count,
}

/** The first entry of an archive. */
export const Manifest = z.strictObject({
  ...facts,
  postgres: Name,
  migrations: z.array(Name),
  hasRecordings: z.boolean(),
  tables: z.array(TableDump),
  sequences: z.array(SequenceState),
  keys: z.array(z.strictObject({ name: Name, ...ArchivedFile.shape })),
  /** One `SiteFile` per line. */
  fileList: ArchivedFile,
  /** Pictures in the database whose files were already missing. */
  missing: z.array(Name),
})
export type Manifest = z.infer<typeof Manifest>

/** Stored next to the archive, not encrypted, because listing backups and removing old ones must not require a key. A
 *  backup exists once its index does. */
export const BackupIndex = z.strictObject({
  ...facts,
  archive: z.strictObject({ path: Name, bytes: Count, sha256: Sha256 }),
  /** The hashes of all stored files, each once. */
  blobs: z.array(Sha256),
})
export type BackupIndex = z.infer<typeof BackupIndex>

export const indexPath = (id: string): string => `${id}.json`
export const verifiedPath = (id: string): string => `${id}.verified`
export const isIndexPath = (path: string): boolean => /^\d{8}T\d{6}Z-[0-9a-f]{4}\.json$/.test(path)

/** Returns an id that sorts by time: `20261124T021700Z-3f9c`. */
export const newId = (now: Date, suffix: string): string =>
  `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${suffix}`
