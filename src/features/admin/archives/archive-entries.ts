import type { Context } from '#kernel/http.ts'
import { archiveFormat, archiveJson, archiveVersion } from './archive-format.contract.ts'
import type { ArchiveOwner } from './archive-links.store.ts'
import {
  type Addresses,
  draftFile,
  draftText,
  mediaFile,
  pageFile,
  pageText,
  postFile,
  postText,
} from './archive-markdown.ts'
import { findProfileRow, listDraftRows, listPageRows, listPictureRows, listPostRows } from './archive-rows.store.ts'
import type { ZipEntry } from './zip-stream.ts'

type Parts = Pick<Context, 'db' | 'storage' | 'siteUrl' | 'clock' | 'features'>

/** Generates the files of the member's archive. */
export async function* archiveEntries(parts: Parts, owner: ArchiveOwner): AsyncGenerator<ZipEntry> {
  const { db, siteUrl, clock } = parts
  const now = new Date(clock.now())
  yield { path: 'README.txt', chunks: [readme(siteUrl, owner, now)], modified: now, isText: true }
  yield { path: archiveJson, chunks: jsonOf(parts, owner, now), modified: now, isText: true }
  const addresses = await addressesOf(parts, owner)
  for await (const post of listPostRows(db, owner.memberId)) {
    yield { path: postFile(post), chunks: [await postText(post, addresses)], modified: post.updatedAt, isText: true }
  }
  for await (const draft of listDraftRows(db, owner.memberId)) {
    yield {
      path: draftFile(draft),
      chunks: [await draftText(draft, addresses)],
      modified: draft.updatedAt,
      isText: true,
    }
  }
  for await (const page of listPageRows(db, owner.memberId)) {
    yield { path: pageFile(page), chunks: [await pageText(page, addresses)], modified: page.updatedAt, isText: true }
  }
  yield* pictureEntries(parts, owner)
}

async function* pictureEntries({ db, storage, clock }: Parts, { memberId }: ArchiveOwner): AsyncGenerator<ZipEntry> {
  const missing: string[] = []
  for await (const picture of listPictureRows(db, memberId)) {
    const bytes = await storage.bytesOf(picture)
    if (bytes) yield { path: mediaFile(picture), chunks: [bytes], modified: picture.createdAt, isText: false }
    else missing.push(storage.publicUrl(picture))
  }
  if (missing.length === 0) return
  const note = `These pictures are missing:\n\n${missing.join('\n')}\n`
  yield { path: 'MISSING.txt', chunks: [note], modified: new Date(clock.now()), isText: true }
}

async function* jsonOf(
  { db, storage, siteUrl, features }: Parts,
  { memberId, email }: ArchiveOwner,
  madeAt: Date,
): AsyncGenerator<string> {
  const head = { format: archiveFormat, version: archiveVersion, siteUrl, madeAt }
  const profile = { ...(await findProfileRow(db, memberId)), email }
  yield JSON.stringify({ ...head, profile }).slice(0, -1)
  const parts = features.flatMap(({ archive }) => archive ?? [])
  for (const { name, rows } of parts) yield* listOf(name, rows(db, memberId))
  yield* listOf('pictures', listPictureRows(db, memberId), (picture) => ({
    file: mediaFile(picture),
    address: storage.publicUrl(picture),
    ...picture,
  }))
  yield '\n}\n'
}

/** Generates one more field of the JSON object: a list with one row per line. */
async function* listOf<Row extends object>(
  name: string,
  rows: AsyncIterable<Row>,
  shown: (row: Row) => object = (row) => row,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`
  let comma = ''
  for await (const row of rows) {
    yield `${comma}\n${JSON.stringify(shown(row))}`
    comma = ','
  }
  yield ']'
}

/** Returns a lookup from the URLs of the member's pictures to their files in the archive. Keeps only file names in
 *  memory, about a hundred bytes each. */
async function addressesOf({ db, storage, siteUrl }: Parts, { memberId }: ArchiveOwner): Promise<Addresses> {
  const files = new Set<string>()
  for await (const picture of listPictureRows(db, memberId)) files.add(mediaFile(picture))
  return {
    siteUrl,
    patience: 5,
    fileOf(address) {
      const key = storage.keyOf(address)
      const file = key && mediaFile(key)
      return file !== null && files.has(file) ? file : null
    },
  }
}

const readme = (siteUrl: string, { username }: ArchiveOwner, now: Date): string =>
  `This is the archive of ${username} at ${siteUrl}, created on ${now.toISOString().slice(0, 10)}.

posts/        your posts and articles as Markdown files, which open in any text editor
drafts/       your unpublished drafts
pages/        pages that you wrote, such as /about, or all pages if you own the site
media/        the pictures that you uploaded
archive.json  the same in machine-readable form, with your profile and settings, the revisions of
              your posts, your follows and followers, and your likes

The archive contains no passwords or keys, and only public names of other people.
It contains your email address (in archive.json). Keep that in mind before you share it.

To import the posts into another Devstead site, upload this file there under Settings, Import. For a large
archive, the operator of that site can also run this command on the server:

  npm run devstead -- import archive.zip --member NAME
`
