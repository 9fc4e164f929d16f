import path from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { packTar, type TarSource } from 'modern-tar/fs'
import { webStreamOf } from '#kernel/web-stream.ts'
import { BackupError, DamagedFile, isReadFailure, MissingFile } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'
import { type Decrypt, WrongIdentity } from './encryption.ts'
import { type BackupIndex, Manifest, SiteFile } from './manifest.contract.ts'
import { discard, measureOf, Meter, through } from './measured.ts'

// An archive is an ordinary tar file: the manifest, the list of files, the keys, and the tables, in this order.

const manifestEntry = 'manifest.json'
export const fileListEntry = 'files.jsonl.gz'

/** Packs the files that the manifest lists, from the folder. */
export function packArchive(manifest: Manifest, folder: string): Readable {
  const mtime = new Date(manifest.createdAt)
  const entries = [manifest.fileList, ...manifest.keys, ...manifest.tables].map(({ entry }): TarSource => ({
    type: 'file',
    source: path.join(folder, entry),
    target: entry,
    mtime,
    mode: 0o600,
  }))
  const head: TarSource = {
    type: 'content',
    content: JSON.stringify(manifest),
    target: manifestEntry,
    mtime,
    mode: 0o600,
  }
  return packTar([head, ...entries])
}

interface Entry {
  name: string
  content: Readable
}

/** Yields the entries in a backup's archive in order. Read each one before requesting the next. @throws BackupError */
export async function* readArchive(
  target: BackupTarget,
  { archive }: Pick<BackupIndex, 'archive'>,
  decrypt: Decrypt,
): AsyncGenerator<Entry> {
  const stored = await target.get(archive.path)
  if (!stored) throw new MissingFile(`The file ${archive.path} is missing from ${target.name}.`)
  const plain = await decrypt(stored)
  try {
    const bytes = webStreamOf(plain)
    for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true })))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node.js declares its own types for the same streams
      yield { name: header.name, content: Readable.fromWeb(body as unknown as NodeStream<Uint8Array>) }
  } catch (cause) {
    if (cause instanceof BackupError || isReadFailure(cause)) throw cause
    throw new DamagedFile(`The archive ${archive.path} is damaged: ${messageOf(cause)}.`, { cause })
  } finally {
    plain.destroy()
    stored.destroy()
  }
}

/** Checks the archive against its checksum and reads its manifest. @throws BackupError */
export async function openArchive(target: BackupTarget, index: BackupIndex, decrypt: Decrypt): Promise<Manifest> {
  await checkArchive(target, index)
  try {
    return await readManifest(target, index, decrypt)
  } catch (cause) {
    // The archive is undamaged.
    if (!(cause instanceof WrongIdentity)) throw cause
    throw new BackupError(
      index.encryption === 'recipient'
        ? `The backup ${index.id} was encrypted for a different age key. Pass the identity file for the BACKUP_RECIPIENT that it was encrypted for: --identity FILE.`
        : `The backup ${index.id} was encrypted with a different key from the one in key.age next to it. Restore the key.age file that was there when the backup was made.`,
      { cause },
    )
  }
}

/** Reads the manifest in a backup's archive. @throws BackupError */
export async function readManifest(target: BackupTarget, index: BackupIndex, decrypt: Decrypt): Promise<Manifest> {
  for await (const { name, content } of readArchive(target, index, decrypt)) {
    if (name !== manifestEntry) break
    return Manifest.parse(await json(content))
  }
  throw new DamagedFile(`The archive ${index.archive.path} has no manifest.`)
}

/** Checks the stored archive against its checksum. @throws BackupError if they differ */
export async function checkArchive(target: BackupTarget, { archive }: BackupIndex): Promise<void> {
  const stored = await target.get(archive.path)
  if (!stored) throw new MissingFile(`The file ${archive.path} is missing from ${target.name}.`)
  const { bytes, sha256 } = await measureOf(stored)
  if (bytes !== archive.bytes || sha256 !== archive.sha256)
    throw new DamagedFile(`The archive ${archive.path} is damaged: its checksum does not match.`)
}

/** Yields the files of a backup. @throws BackupError */
export async function* listFiles(
  target: BackupTarget,
  index: BackupIndex,
  { fileList }: Pick<Manifest, 'fileList'>,
  decrypt: Decrypt,
): AsyncGenerator<SiteFile> {
  for await (const { name, content } of readArchive(target, index, decrypt)) {
    if (name === fileList.entry) {
      yield* readFileList(checked(content, fileList))
      return
    }
    await pipeline(content, discard())
  }
}

async function* readFileList(content: Readable): AsyncGenerator<SiteFile> {
  let rest = ''
  for await (const chunk of through(content, createGunzip()).setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield SiteFile.parse(JSON.parse(line))
  }
}

/** Passes an entry through and fails at its end if its checksum differs. */
export const checked = (content: Readable, { entry, sha256 }: { entry: string; sha256: string }): Readable =>
  through(
    content,
    new Meter({
      check: (found) => (found.sha256 === sha256 ? null : new DamagedFile(`The archive entry ${entry} is damaged.`)),
    }),
  )

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message.replace(/\.$/, '') : String(reason))
