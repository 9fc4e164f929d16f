import type { Context } from '#kernel/http.ts'
import { archiveFormat, archiveJson, archiveVersion } from './archive-format.contract.ts'
import type { ArchiveOwner } from './archive-links.store.ts'
import { type Addresses, draftFile, draftText, mediaFile, postFile, postText } from './archive-markdown.ts'
import { findProfileRow, listDraftRows, listPictureRows, listPostRows } from './archive-rows.store.ts'
import type { ZipEntry } from './zip-stream.ts'

type Parts = Pick<Context, 'db' | 'storage' | 'siteUrl' | 'clock' | 'features'>

/** Everything of the member's, file by file. */
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
  const note = `These pictures could not be found any more:\n\n${missing.join('\n')}\n`
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

/** One more field of an object, a row a line. */
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

/** Where the member's pictures are in the archive. Only their names are held: a hundred bytes for each. */
async function addressesOf({ db, storage, siteUrl }: Parts, { memberId }: ArchiveOwner): Promise<Addresses> {
  const files = new Set<string>()
  for await (const picture of listPictureRows(db, memberId)) files.add(mediaFile(picture))
  return {
    siteUrl,
    patience: 5,
    fileOf(address) {
      const place = storage.keyOf(address)
      const file = place && mediaFile(place)
      return file !== null && files.has(file) ? file : null
    },
  }
}

const readme = (siteUrl: string, { username }: ArchiveOwner, now: Date): string =>
  `This is everything of ${username}'s at ${siteUrl}, as of ${now.toISOString().slice(0, 10)}.

posts/        your posts and articles, a text (Markdown) each, to be opened in any editor
drafts/       what you have not published yet
media/        the pictures that you uploaded
archive.json  all of it once more, for programs: also your profile and settings, earlier versions of
              your posts, whom you follow and who follows you, and what you like

There is no password and no key in it, and of other people only the names that everybody can see.
Your own e-mail address is in archive.json: mind that before you pass it on.

To have the posts on another Devstead site, whoever runs it enters there:

  npm run import -- --member NAME archive.zip
`
