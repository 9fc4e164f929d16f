import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { Category } from '#features/writing/categories/categories.contract.ts'
import { Id } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { termsOf } from './terms.contract.ts'
import { searchKinds } from './search-addresses.contract.ts'

export type SearchKind = (typeof searchKinds)[number]
export const SearchChoice = z.enum(['all', ...searchKinds], `kind must be one of all, ${searchKinds.join(', ')}`)
export type SearchChoice = z.infer<typeof SearchChoice>

/** Maximum length of a query, in UTF-16 units. */
export const maxQuestionLength = 200

const noWords = () => t('Enter a word to search for')
const tooLong = () => t('A search can have at most 200 characters')
/** A search query: words, which must all match, `"a phrase"`, and `-excluded` words. */
export const Question = z.string({ error: noWords }).check(
  z.maxLength(maxQuestionLength, { error: tooLong }),
  z.refine((text) => termsOf(text).isSearchable, { error: noWords }),
)

/** Returns why the text is not a {@link Question}, or null if it is one. */
export function searchQueryError(text: string): string | null {
  if (text.length > maxQuestionLength) return tooLong()
  return termsOf(text).isSearchable ? null : noWords()
}

export const SearchQuery = z.extend(PageQuery, { q: Question, kind: z._default(SearchChoice, 'all') })
export type SearchQuery = z.infer<typeof SearchQuery>

/** Text split into alternating plain and highlighted parts. The first is plain and may be empty. */
export const Marked = z.array(z.string())
export type Marked = z.infer<typeof Marked>

const writing = {
  id: Id,
  slug: z.nullable(z.string()),
  title: z.nullable(Marked),
  snippet: Marked,
  createdAt: z.iso.datetime(),
  user: PublicAuthor,
  category: Category,
}
const SearchResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('post'), ...writing }),
  z.object({ kind: z.literal('article'), ...writing }),
  z.object({ kind: z.literal('member'), id: Id, name: Marked, snippet: Marked, user: PublicAuthor }),
  z.object({ kind: z.literal('project'), id: Id, title: Marked, snippet: Marked, user: PublicAuthor }),
])
export type SearchResult = z.infer<typeof SearchResult>
export type WritingResult = Extract<SearchResult, { kind: 'post' | 'article' }>
export type ProjectResult = Extract<SearchResult, { kind: 'project' }>
export type MemberResult = Extract<SearchResult, { kind: 'member' }>

/** A page of results, best matches first. `isCapped`: there are more than `total` matches; a more specific query would
 *  find the others. `counts`: results by kind, unless one is capped. */
export const SearchResults = z.object({
  results: z.array(SearchResult),
  counts: z.optional(z.object({ post: z.int(), article: z.int(), member: z.int(), project: z.int() })),
  ...pageFields,
  isCapped: z.boolean(),
})
export type SearchResults = z.infer<typeof SearchResults>

export const searchSite = endpoint('GET /api/search', {
  summary: 'Search the site',
  access: 'anyone',
  query: SearchQuery,
  answer: SearchResults,
  limits: [perAddress('search', 120, 60)],
})
