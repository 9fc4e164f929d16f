import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { defaultCategoryId } from '#features/writing/categories/categories.contract.ts'
import { chosenId } from '#schemas/ids.contract.ts'
import { hasVisibleText, visibleLine } from '#schemas/names.contract.ts'
import { type ArticleDetails, articleDetailFields } from './article-details.contract.ts'

/** Maximum length of a post's Markdown, in UTF-16 code units. */
export const maxContentLength = 100_000

/** The error for text with more elements than a page can show. */
export const tooComplex = () =>
  t(
    'This text has too many elements to display. Split it into several posts, or use fewer code blocks, tables, links, and videos.',
  )

const content = z
  .string({ error: () => t('Post content cannot be empty') })
  .check(
    z.refine(hasVisibleText, { error: () => t('Post content cannot be empty') }),
    z.maxLength(maxContentLength, { error: () => t('Post content must be at most 100,000 characters') }),
  )
const tooShort = () => t('Blog post must be at least 50 characters')
const articleContent = z
  .string({ error: tooShort })
  .check(
    z.refine(hasVisibleText, { error: tooShort, abort: true }),
    z.maxLength(maxContentLength, { error: () => t('Post content must be at most 100,000 characters') }),
    z.minLength(50, { error: tooShort }),
  )
const title = z
  .string({ error: () => t('Title is required for blog posts') })
  .check(z.overwrite(visibleLine), z.maxLength(200, { error: () => t('Title must be at most 200 characters') }))
const categoryId = chosenId(() => t('Please select a category'))
const userId = z.optional(z.unknown())

/** The body that the composer sends. Source: docs/product.md, Validation. */
export const NewShortPost = z.object({
  isLongForm: z.optional(z.literal(false)),
  title: z.nullish(title),
  content,
  categoryId: z.pipe(
    z.nullish(categoryId),
    z.transform((id) => id ?? defaultCategoryId),
  ),
  ...articleDetailFields,
  userId,
})

/** The body that the article editor sends. Source: docs/product.md, Validation. */
export const NewArticle = z.object({
  isLongForm: z.literal(true),
  title: title.check(
    z.minLength(1, { error: () => t('Title is required for blog posts'), abort: true }),
    z.minLength(5, { error: () => t('Title must be at least 5 characters') }),
  ),
  content: articleContent,
  categoryId,
  ...articleDetailFields,
  userId,
})

/** An article from another site, where titles and content may be shorter. */
export const ImportedArticle = z.extend(NewArticle, {
  title: title.check(z.minLength(1, { error: () => t('Title is required for blog posts') })),
  content,
})

export const NewPost = z.discriminatedUnion(
  'isLongForm',
  [NewShortPost, NewArticle],
  'isLongForm must be true or false',
)
export type NewPost = z.infer<typeof NewPost>
/** The text of a post, without its details. */
export type PostText = WithoutDetails<NewPost>
type WithoutDetails<P> = P extends NewPost ? Omit<P, keyof ArticleDetails | 'userId'> : never

/** A change to a post. Missing fields keep their values; the result must be a valid {@link NewPost}. `updatedAt`: the
 *  version that the edit is based on. */
export const PostChange = z.object({
  title: z.optional(z.unknown()),
  content: z.optional(z.unknown()),
  categoryId: z.optional(z.unknown()),
  isLongForm: z.optional(z.unknown()),
  slug: z.optional(z.unknown()),
  canonicalUrl: z.optional(z.unknown()),
  cover: z.optional(z.unknown()),
  isUnlisted: z.optional(z.unknown()),
  series: z.optional(z.unknown()),
  tags: z.optional(z.unknown()),
  language: z.optional(z.unknown()),
  updatedAt: z.optional(z.iso.datetime('updatedAt must be an ISO 8601 time')),
  userId,
})
export type PostChange = z.infer<typeof PostChange>
