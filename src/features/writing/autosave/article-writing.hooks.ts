import * as z from 'zod/mini'
import { ArticleDetails, isSameDetails, noDetails } from '#features/writing/posts/article-details.contract.ts'
import { randomHex } from '#web/random-hex.ts'

/** The fields that an author edits. */
export const Writing = z.object({
  title: z.string(),
  content: z.string(),
  categoryId: z.nullable(z.int()),
  details: z._default(ArticleDetails, noDetails),
})
export type Writing = z.infer<typeof Writing>

export const emptyWriting: Writing = { title: '', content: '', categoryId: null, details: noDetails }

export const isSameWriting = (a: Writing, b: Writing): boolean =>
  a.title === b.title && a.content === b.content && a.categoryId === b.categoryId && isSameDetails(a.details, b.details)

export const hasText = ({ title, content }: Writing): boolean => title.trim() !== '' || content.trim() !== ''

/** Returns a hash of the text (FNV-1a, 32 bits). */
export function fingerprint({ title, content, categoryId, details }: Writing): number {
  const text = JSON.stringify([title, content, categoryId, ArticleDetails.parse(details)])
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Returns a random key for a draft: 32 hexadecimal digits. */
export const newDraftKey = (): string => randomHex(16)
