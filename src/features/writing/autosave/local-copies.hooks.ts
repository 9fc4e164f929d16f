import * as z from 'zod/mini'
import { randomHex } from '#web/random-hex.ts'
import { parseJson, readStored, removeStored, storedKeys, writeStored } from '#web/storage.ts'
import { Writing } from './article-writing.hooks.ts'

// Unsaved text is stored in this browser. Each editor has its own copy, so two windows editing the same draft never overwrite
// each other.

/** Text that the server does not have. */
export const Copy = z.object({
  writing: Writing,
  postId: z.nullable(z.int()),
  /** The version of the article that the draft changes. */
  baseUpdatedAt: z.nullable(z.string()),
  /** The saved version of the draft that the text is based on; null if there was none. */
  updatedAt: z.nullable(z.string()),
  /** Fingerprints of versions sent from this editor. A saved version that matches one of them is not a conflict. */
  sent: z.array(z.number()),
  /** When the text was written, in milliseconds by this computer's clock. */
  at: z.number(),
})
export type Copy = z.infer<typeof Copy>

export interface StoredCopy extends Copy {
  draftKey: string
  /** The key it is stored under, and the stored text. */
  storageKey: string
  text: string
}

const keyPrefix = (userId: string) => `article-draft:${userId}:`

/** Returns the storage key for an editor’s local copy. */
export const newCopyKey = (userId: string, draftKey: string): string =>
  `${keyPrefix(userId)}${draftKey}:${randomHex(4)}`

/** @returns whether this browser stored it */
export const storeCopy = (storageKey: string, copy: Copy): boolean => writeStored(storageKey, JSON.stringify(copy))

/** Removes a copy unless its editor has changed it since it was read. */
export function removeCopy({ storageKey, text }: StoredCopy): void {
  if (readStored(storageKey) === text) removeStored(storageKey)
}

/** Returns all copies stored for the member, newest first. */
export function listCopies(userId: string): StoredCopy[] {
  const start = keyPrefix(userId)
  const found = storedKeys(start).map((storageKey) =>
    readCopy(storageKey, storageKey.slice(start.length).split(':')[0] ?? ''),
  )
  return found.filter((copy) => copy !== null).sort((a, b) => b.at - a.at)
}

function readCopy(storageKey: string, draftKey: string): StoredCopy | null {
  const text = readStored(storageKey)
  const copy = parseJson(text, Copy)
  return text !== null && copy ? { ...copy, draftKey, storageKey, text } : null
}
