import * as z from 'zod/mini'
import { webmentionTypes } from './webmentions.contract.ts'

/** What a page is found to be without looking at what it says. */
export const SourcePage = z.object({
  /** Leads to the target, in the very words that were sent. */
  hasLink: z.boolean(),
  /** Says that it is gone, as pages do on servers that cannot answer 410. Source: indieweb.org, deleted */
  isGone: z.boolean(),
  title: z.string(),
  /** Nested so deep, or of so many parts, that only its links are read. */
  isOverloaded: z.boolean(),
})
export type SourcePage = z.infer<typeof SourcePage>

/** `photo`: on their site. */
export const Author = z.object({ name: z.string(), url: z.string(), photo: z.string() })
export type Author = z.infer<typeof Author>

/** What a page says about the target. Everything is capped, and every address is one of the web. */
export const Entry = z.object({
  type: z.enum(webmentionTypes),
  url: z.string(),
  title: z.string(),
  content: z.string(),
  contentHtml: z.string(),
  publishedAt: z.nullable(z.string()),
  author: Author,
  /** The page that says who the author is, when this one does not. */
  authorPage: z.string(),
})
export type Entry = z.infer<typeof Entry>

export interface SourceAddress {
  /** As it was sent. */
  source: string
  /** Where its redirects led. */
  finalUrl: string
  target: string
}
