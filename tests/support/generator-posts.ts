import assert from 'node:assert/strict'
import { readSource } from '#features/admin/imports/read-source.ts'
import { folderOf } from './folders.ts'

/** The text of a post. */
export const words = 'A text of some length, so that there is something to publish.\n'

/** Returns a post's file with this YAML front matter. */
export const post = (front: string) => `---\n${front}\n---\n\n${words}`

/** Returns the first address of every post. */
export async function addresses(files: Record<string, string>): Promise<Record<string, string>> {
  const { posts, refused } = await readSource(await folderOf(files))
  assert.deepEqual(refused, [])
  return Object.fromEntries(posts.map(({ key, addresses }) => [key, addresses[0] ?? '']))
}
