import * as z from 'zod/mini'
import { webmentionTypes } from './webmentions.contract.ts'

/** Facts about a page that do not depend on microformats. */
export const SourcePage = z.object({
  /** Links to the target, spelled exactly as sent. */
  hasLink: z.boolean(),
  /** Declares itself deleted with a meta element, for servers that cannot respond with 410. Source: indieweb.org,
   *  deleted */
  isGone: z.boolean(),
  title: z.string(),
  /** Too deeply nested or too large to be parsed for anything but links. */
  isOverloaded: z.boolean(),
})
export type SourcePage = z.infer<typeof SourcePage>

/** `photo`: URL on the author's site. */
export const Author = z.object({ name: z.string(), url: z.string(), photo: z.string() })
export type Author = z.infer<typeof Author>

/** The page's entry about the target. All lengths are limited, and all URLs are http or https. */
export const Entry = z.object({
  type: z.enum(webmentionTypes),
  url: z.string(),
  title: z.string(),
  content: z.string(),
  contentHtml: z.string(),
  publishedAt: z.nullable(z.string()),
  author: Author,
  /** The author's page, if this page does not describe the author itself. */
  authorPage: z.string(),
})
export type Entry = z.infer<typeof Entry>

export interface SourceAddress {
  /** As sent. */
  source: string
  /** After redirects. */
  finalUrl: string
  target: string
}
