import { t } from '#messages/messages.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import { defaultCategoryId } from '#features/writing/categories/categories.contract.ts'
import { DraftInput } from '#features/writing/drafts/drafts.contract.ts'
import { ArticleDetails, isReservedSlug } from '#features/writing/posts/article-details.contract.ts'
import { slugOf } from '#schemas/slugs.contract.ts'
import { maxTags, tagNameOf, tagNamesOf } from '#schemas/tag-names.contract.ts'
import { timeFault } from '#features/writing/draft-schedules/draft-schedules.contract.ts'
import type { SourcePost, SourceSchedule } from './source-site.ts'
import { ImportedArticle, type NewPost, NewShortPost } from '#features/writing/posts/new-posts.contract.ts'

/** What a post becomes. `schedule`: when a draft will be published. `why`: why it is not
 *  published or imported; null if it was already a draft. */
export type Plan =
  | { as: 'post'; input: NewPost }
  | { as: 'draft'; input: DraftInput; why: string | null; schedule?: SourceSchedule | undefined }
  | { as: 'nothing'; why: string }

/** Plans an article if the post has a title and was not a short post on a Devstead site; otherwise a short post, or a
 *  draft if it is valid as neither. */
export function planOf(post: SourcePost, content: string, facts: Facts, nowMs: number): Plan {
  const { title, isDraft, createdAt } = post
  if (content.trim() === '' && (title === '' || !isDraft)) return { as: 'nothing', why: t('it has no text') }
  const whole = { title, content, ...facts }
  const article = ImportedArticle.safeParse({ ...whole, isLongForm: true })
  const short = NewShortPost.safeParse({ ...whole, isLongForm: false })
  const published = article.success && post.isLongForm !== false ? article : short
  if (isDraft) return scheduled(draftOf(whole, post.whyDraft ?? null), post.schedule)
  if (createdAt && createdAt.getTime() > nowMs) {
    if (timeFault(createdAt, new Date(nowMs)) !== null) return draftOf(whole, t('its date is in the future'))
    const draft = draftOf(whole, t('it will be published at {time}', { time: createdAt.toISOString() }))
    return scheduled(draft, { publishAt: createdAt, timeZone: 'UTC' })
  }
  if (published.success) return { as: 'post', input: published.data }
  return draftOf(whole, published.error.issues[0]?.message ?? t('it cannot be published'))
}

const scheduled = (plan: Plan, schedule: SourceSchedule | undefined): Plan =>
  plan.as === 'draft' ? { ...plan, schedule } : plan

/** Plans a draft. A title that is too long becomes the first heading of the text. */
export function draftOf({ title, content, categoryId, ...details }: Whole, why: string | null): Plan {
  const begun = { categoryId, details, postId: null, baseUpdatedAt: null, updatedAt: null }
  const draft = DraftInput.safeParse(
    title.length > maxTitle
      ? { ...begun, title: '', content: `# ${title}\n\n${content}` }
      : { ...begun, title, content },
  )
  if (draft.success) return { as: 'draft', input: draft.data, why }
  return { as: 'nothing', why: draft.error.issues[0]?.message ?? t('it cannot be saved as a draft') }
}

/** A post's data other than its title and text. */
export interface Facts extends ArticleDetails {
  categoryId: number
}

interface Whole extends Facts {
  title: string
  content: string
}

const maxTitle = 1000

/** Returns the first of the post's categories whose name exists here, otherwise General Thoughts, and all other
 *  categories as tags. `omitted`: names that are not valid tags or exceed the limit. */
export function topicsOf(
  { categories }: Pick<SourcePost, 'categories'>,
  known: Category[],
): Pick<Facts, 'categoryId' | 'tags'> & { omitted: string[] } {
  const category = categories.map((name) => known.find(categoryCalled(name))).find((found) => found !== undefined)
  const others = categories.filter((name) => !known.some(categoryCalled(name)))
  const tags = tagNamesOf(others).slice(0, maxTags)
  const omitted = others.filter((name) => !tags.includes(tagNameOf(name) ?? ''))
  return { categoryId: category?.id ?? defaultCategoryId, tags, omitted }
}

/** Returns the post's slug and original address, and whether it is unlisted, but not its cover, which must be copied
 *  first. Drops an original address on the old site itself, because the text moves here. */
export function detailsOf(
  {
    slug,
    canonicalUrl,
    series,
    isUnlisted = false,
    language,
  }: Pick<SourcePost, 'slug' | 'canonicalUrl' | 'series' | 'isUnlisted' | 'language'>,
  origins: string[],
): Pick<Facts, 'slug' | 'canonicalUrl' | 'cover' | 'isUnlisted' | 'series' | 'language'> {
  const plain = slugOf(slug ?? '')
  const original = ArticleDetails.shape.canonicalUrl.safeParse(canonicalUrl).data ?? null
  return {
    slug: plain === '' || isReservedSlug(plain) ? null : plain,
    canonicalUrl: original !== null && origins.some((origin) => hostOf(origin) === hostOf(original)) ? null : original,
    cover: null,
    isUnlisted,
    language: ArticleDetails.shape.language.safeParse(language).data ?? null,
    series: (series && chosenSeries(series)) ?? null,
  }
}

/** Returns the series with a valid name and number. */
const chosenSeries = ({ name, position }: NonNullable<SourcePost['series']>): Facts['series'] =>
  ArticleDetails.shape.series.safeParse({ name: name.slice(0, 100), part: position }).data ??
  ArticleDetails.shape.series.safeParse({ name: name.slice(0, 100) }).data ??
  null

const hostOf = (url: string) => URL.parse(url)?.host.replace(/^www\./, '')

/** Returns a function that tests whether a category has the name. */
export const categoryCalled = (name: string) => (category: Category) =>
  [category.name, category.displayName].some((one) => plain(one) === plain(name))

const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
