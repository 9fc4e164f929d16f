import * as z from 'zod/mini'
import { randomHex } from '#web/random-hex.ts'

/** What an author has in front of them. */
export const Writing = z.object({ title: z.string(), content: z.string(), categoryId: z.nullable(z.int()) })
export type Writing = z.infer<typeof Writing>

export const nothingWritten: Writing = { title: '', content: '', categoryId: null }

export const isSameWriting = (a: Writing, b: Writing): boolean =>
  a.title === b.title && a.content === b.content && a.categoryId === b.categoryId

export const hasWords = ({ title, content }: Writing): boolean => title.trim() !== '' || content.trim() !== ''

/** A short number that stands for the text: FNV-1a over it. */
export function fingerprint({ title, content, categoryId }: Writing): number {
  const text = JSON.stringify([title, content, categoryId])
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** A draft's name: 32 hexadecimal digits. */
export const newDraftKey = (): string => randomHex(16)
