import { t } from '#messages/messages.ts'
import { open, readFile, stat } from 'node:fs/promises'
import { isCar, readBlueskyCar } from './bluesky-car.ts'
import { readBlueskyFeed, type Web } from './bluesky-feed.ts'
import { readDevsteadArchive } from './devstead-archive.ts'
import { folderFiles } from './folder-files.ts'
import { decoded, readExport, readFolder } from './read-folder.ts'
import { readHashnodeBackup } from './hashnode-backup.ts'
import { readJsonExport } from './json-exports.ts'
import { readMastodonArchive } from './mastodon.ts'
import { readMediumExport } from './medium.ts'
import { type Archive, type SourceFiles, withoutTopFolder } from './source-files.ts'
import { type SourceSite, SourceError } from './source-site.ts'
import { readSubstackExport } from './substack.ts'
import { openTar } from './tar-file.ts'
import { unpack } from './unpack.ts'
import { openZip } from './zip-file.ts'

const maxBytes = 256 * 1024 * 1024

/** Reads a source of any format, recognized by its contents. The caller must close the result. @param source the
 *  path of a folder or file, or `bluesky:` and a handle @param temporary the parent of temporary folders; the
 *  system's temporary folder by default @throws SourceError if it cannot be imported */
export async function readSource(source: string, web?: Web, temporary?: string): Promise<SourceSite> {
  const site = await siteOf(source, web, temporary)
  if (site.posts.length + site.refused.length + (site.skipped?.length ?? 0) > 0) return site
  site.close?.()
  throw new SourceError([t('{source} contains no posts.', { source }), ...(site.notes ?? [])].join(' '))
}

async function siteOf(source: string, web: Web | undefined, temporary: string | undefined): Promise<SourceSite> {
  const [, handle] = /^bluesky:(.+)$/.exec(source) ?? []
  if (handle !== undefined && web) return readBlueskyFeed(handle, web)
  const found = await stat(source).catch(() => null)
  if (!found) throw new SourceError(t('{source} does not exist.', { source }))
  if (found.isDirectory()) return siteInFolder(source)
  // Only the needed parts of an archive are read.
  const start = await startOf(source)
  if (/^504b0(?:304|506)/.test(start.toString('hex'))) return siteInArchive(await openZip(source), temporary)
  const isCompressed = start.readUInt16BE() === 0x1f8b
  if (isCompressed || start.toString('latin1', 257, 262) === 'ustar')
    return siteInArchive(await openTar(source, isCompressed, temporary), temporary)
  if (found.size > maxBytes)
    throw new SourceError(
      t('{name} is larger than {megabytes} MB.', { name: source, megabytes: maxBytes / 1024 / 1024 }),
    )
  const bytes = await readFile(source)
  return isCar(start) ? readBlueskyCar(bytes) : readExport(bytes, source)
}

async function startOf(source: string): Promise<Buffer> {
  await using file = await open(source)
  const { buffer } = await file.read(Buffer.alloc(512), 0, 512, 0)
  return buffer
}

/** Readers that look up files by name in a folder or an archive. */
const readers = [
  readDevsteadArchive,
  readMastodonArchive,
  readSubstackExport,
  readMediumExport,
  readHashnodeBackup,
  readJsonExports,
]

async function siteInFolder(folder: string): Promise<SourceSite> {
  const files = await folderFiles(folder)
  return (await siteIn(files)) ?? readFolder(folder)
}

async function siteInArchive(archive: Archive, temporary: string | undefined): Promise<SourceSite> {
  const files = withoutTopFolder(archive)
  const close = () => archive.close()
  try {
    const site = await siteIn(files)
    if (site) return { ...site, close }
    return await siteUnpacked(files, temporary)
  } catch (reason) {
    close()
    throw reason
  }
}

/** Reads an archived folder of Markdown files, such as a repository with a site generator. */
async function siteUnpacked(archive: Archive, temporary: string | undefined): Promise<SourceSite> {
  const { folder, refused, remove } = await unpack(archive, temporary)
  archive.close()
  try {
    const site = await readFolder(folder)
    return { ...site, refused: [...refused, ...site.refused], close: () => void remove() }
  } catch (reason) {
    await remove()
    throw reason
  }
}

/** Reads the files with the first reader that recognizes them. */
async function siteIn(files: SourceFiles): Promise<SourceSite | null> {
  for (const read of readers) {
    const site = await read(files)
    if (site) return site
  }
  return null
}

/** Reads a dev.to export (`articles.json`) or a Hashnode export in a folder or archive. */
async function readJsonExports(files: SourceFiles): Promise<SourceSite | null> {
  if (files.names.some((name) => /\.mdx?$/i.test(name) && !/(?:^|\/)readme\.md$/i.test(name))) return null
  for (const name of files.names.filter((one) => /^[^/]+\.json$/i.test(one))) {
    const bytes = await files.read(name, maxBytes)
    const site = bytes && exportOf(bytes, name)
    if (site && site.kind !== 'Ghost') return site
  }
  return null
}

/** Returns null for other files. */
function exportOf(bytes: Uint8Array, name: string): SourceSite | null {
  try {
    return readJsonExport(decoded(bytes, name))
  } catch (reason) {
    if (reason instanceof SourceError) return null
    throw reason
  }
}
