import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeCarStream } from '@atcute/car'
import { CidLinkWrapper, encode, toBytes } from '@atcute/cbor'
import { onTestFinished } from 'vitest'

/** Returns the path of a sample. */
export const sample = (name: string): string => path.resolve('tests/fixtures/imports', name)

/** Writes a file and removes it after the test. @returns the file's path */
export async function fileOf(content: string | Uint8Array, name = 'export'): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'devstead-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}

/** Returns the files in a folder of samples, by path. */
export async function filesOf(folder: string): Promise<Record<string, Buffer>> {
  const entries = await readdir(sample(folder), { recursive: true, withFileTypes: true })
  const files: Record<string, Buffer> = {}
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    files[path.relative(sample(folder), file).split(path.sep).join('/')] = await readFile(file)
  }
  return files
}

/** Creates the repository for a Bluesky account: a commit, a tree with a single node, and the records. Links are
 *  objects with `$link`, as in JSON. */
export async function repository(did: string, records: Record<string, unknown>): Promise<Buffer> {
  const blocks: { cid: Uint8Array; data: Uint8Array }[] = []
  const add = (value: unknown): CidLinkWrapper => {
    const data = encode(value)
    const cid = Buffer.concat([Buffer.from([1, 0x71, 0x12, 32]), createHash('sha256').update(data).digest()])
    blocks.push({ cid, data })
    return new CidLinkWrapper(cid)
  }
  let before = ''
  const entries = Object.keys(records)
    .toSorted()
    .map((key) => {
      let shared = 0
      while (shared < before.length && key[shared] === before[shared]) shared++
      before = key
      return { p: shared, k: toBytes(Buffer.from(key.slice(shared))), v: add(records[key]), t: null }
    })
  const data = add({ l: null, e: entries })
  const root = add({ did, version: 3, data, rev: '3kaaaaaaaaa2a', prev: null, sig: toBytes(Buffer.alloc(64)) })
  const chunks: Uint8Array[] = []
  for await (const chunk of writeCarStream([root], blocks)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
