import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { Language } from '#schemas/languages.contract.ts'
import { ChosenSeries } from '#schemas/series-names.contract.ts'
import { Slug } from '#schemas/slugs.contract.ts'
import { TagNames } from '#schemas/tag-names.contract.ts'

function isPublicUrl(text: string): boolean {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url !== null && !url.username && !url.password && url.hostname.includes('.')
}

const isPictureUrl = (text: string): boolean =>
  /^https?:\/\/[^\s"'<>\\]+$/i.test(text) || /^\/storage\/[^\s"'<>\\]+$/.test(text)

/** Reports whether another page on the blog has this address. */
export const isReservedSlug = (slug: string): boolean => slug === 'create' || slug === 'edit'

const ArticleSlug = Slug.check(
  z.refine((slug) => !isReservedSlug(slug), { error: () => t('This address is reserved. Choose another.') }),
)

const notAUrl = () => t('The original address must be a URL, such as https://example.com/post')
const CanonicalUrl = z
  .string({ error: notAUrl })
  .check(
    z.trim(),
    z.maxLength(2000, { error: () => t('The original address is too long') }),
    z.refine(isPublicUrl, { error: notAUrl }),
  )

/** `url`: an upload, or a picture on another site, which the image proxy serves. */
const ChosenCover = z.object({
  url: z
    .string({ error: () => t('The cover must be a picture') })
    .check(
      z.minLength(1),
      z.maxLength(2000),
      z.refine(isPictureUrl, { error: () => t('The cover must be a picture') }),
    ),
  alt: z._default(
    z.string().check(z.maxLength(1000, { error: () => t('The description must be at most 1,000 characters') })),
    '',
  ),
})

/** An article's fields besides its text. The editor, drafts, and posts have all of them. */
export const articleDetailFields = {
  /** The last part of the article's address. Null: derived from the title at publication and fixed from then on. */
  slug: z._default(z.nullable(ArticleSlug), null),
  /** Where the text was first published, if not here. */
  canonicalUrl: z._default(z.nullable(CanonicalUrl), null),
  cover: z._default(z.nullable(ChosenCover), null),
  /** Omitted from lists, feeds, and search. Only people with the link can find it. */
  isUnlisted: z._default(z.boolean('isUnlisted must be true or false'), false),
  series: z._default(z.nullable(ChosenSeries), null),
  /** Chosen by the author, in addition to the hashtags in the text. */
  tags: z._default(TagNames, []),
  /** The language of the text. Null: detected. */
  language: z._default(z.nullable(Language), null),
}
export const ArticleDetails = z.object(articleDetailFields)
export type ArticleDetails = z.infer<typeof ArticleDetails>

export const noDetails: ArticleDetails = {
  slug: null,
  canonicalUrl: null,
  cover: null,
  isUnlisted: false,
  series: null,
  tags: [],
  language: null,
}

export const isSameDetails = (a: ArticleDetails, b: ArticleDetails): boolean =>
  JSON.stringify(ArticleDetails.parse(a)) === JSON.stringify(ArticleDetails.parse(b))
