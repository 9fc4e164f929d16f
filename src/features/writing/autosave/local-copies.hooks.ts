import * as z from 'zod/mini'
import { randomHex } from '#web/random-hex.ts'
import { readStored, removeStored, storedKeys, writeStored } from '#web/storage.ts'
import { Writing } from './article-writing.hooks.ts'

// What the server does not have yet stands in this browser. Each editor has a copy of its own: two windows on the same
// draft never write over one another.

/** A text that the server does not have. */
export const Copy = z.object({
  writing: Writing,
  postId: z.nullable(z.int()),
  /** The version of the article that it changes. */
  baseUpdatedAt: z.nullable(z.string()),
  /** The saved version of the draft that it was written on; null when there was none. */
  updatedAt: z.nullable(z.string()),
  /** Fingerprints of texts sent from here: a saved version that is one of them is no other's. */
  sent: z.array(z.number()),
  /** When it was written, in milliseconds by this computer's clock. */
  at: z.number(),
})
export type Copy = z.infer<typeof Copy>

export interface FoundCopy extends Copy {
  draftKey: string
  /** Where it was found, and what stood there. */
  place: string
  text: string
}

const beginning = (userId: string) => `article-draft:${userId}:`

/** A place for the copy of one editor. */
export const newPlace = (userId: string, draftKey: string): string => `${beginning(userId)}${draftKey}:${randomHex(4)}`

/** @returns whether this browser keeps it */
export const keepCopy = (place: string, copy: Copy): boolean => writeStored(place, JSON.stringify(copy))

/** Removes a copy unless its editor has gone on writing. */
export function dropCopy({ place, text }: FoundCopy): void {
  if (readStored(place) === text) removeStored(place)
}

/** All copies that this browser keeps for the member, newest first. */
export function listCopies(userId: string): FoundCopy[] {
  const start = beginning(userId)
  const found = storedKeys(start).map((place) => copyAt(place, place.slice(start.length).split(':')[0] ?? ''))
  return found.filter((copy) => copy !== null).sort((a, b) => b.at - a.at)
}

function copyAt(place: string, draftKey: string): FoundCopy | null {
  const text = readStored(place)
  if (text === null) return null
  try {
    const copy = Copy.safeParse(JSON.parse(text))
    return copy.success ? { ...copy.data, draftKey, place, text } : null
  } catch {
    return null
  }
}
