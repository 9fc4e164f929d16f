import * as z from 'zod/mini'
import { locale, t } from '#messages/messages.ts'
import { maxInNavigation } from '#features/discovery/site/site.contract.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { hasVisibleText, visibleLine } from '#schemas/names.contract.ts'
import { PageSlug } from './page-slugs.contract.ts'

/** Maximum number of pages per site. */
export const maxPages = 1000
export const tooManyPages = () => t('A site can have at most {maxPages} pages. Delete one first.', { maxPages })
export const navigationFull = () =>
  t('The navigation can show at most {maxInNavigation} pages. Remove another one first.', { maxInNavigation })
/** Maximum length of a page's Markdown, in UTF-16 code units. */
const maxPageLength = 100_000
const maxTitleLength = 200
/** The error for text with more elements than a page can show. */
export const tooComplex = () =>
  t(
    'This text has too many elements to display. Split it into several pages, or use fewer code blocks, tables, links, and videos.',
  )

export const PageInput = z.object({
  slug: PageSlug,
  title: z.string({ error: () => t('Enter a title') }).check(
    z.overwrite(visibleLine),
    z.minLength(1, { error: () => t('Enter a title'), abort: true }),
    z.maxLength(maxTitleLength, {
      error: () => t('The title can have at most {maxTitleLength} characters', { maxTitleLength }),
    }),
  ),
  content: z.string({ error: () => t('Enter some text') }).check(
    z.refine(hasVisibleText, { error: () => t('Enter some text') }),
    z.maxLength(maxPageLength, {
      error: () => t('The text can have at most {max} characters', { max: maxPageLength.toLocaleString(locale()) }),
    }),
  ),
  isInNavigation: z.boolean('isInNavigation must be true or false'),
  isPublished: z.boolean('isPublished must be true or false'),
})
export type PageInput = z.infer<typeof PageInput>

/** All fields of an existing page. `updatedAt`: the version that the edit is based on. */
const PageChange = z.extend(PageInput, { updatedAt: z.iso.datetime('updatedAt must be an ISO 8601 time') })

/** A page in the list for administrators. `authorName` is null if the author has deleted their account. */
export const SitePageSummary = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  isInNavigation: z.boolean(),
  isPublished: z.boolean(),
  authorName: z.nullable(z.string()),
  updatedAt: z.iso.datetime(),
})
export type SitePageSummary = z.infer<typeof SitePageSummary>

/** A page as administrators edit it. */
export const SitePage = z.extend(SitePageSummary, { content: z.string(), createdAt: z.iso.datetime() })
export type SitePage = z.infer<typeof SitePage>

/** Reports whether the page already has these values, for example after a save whose response was lost. */
export const isSamePage = (page: PageInput, input: PageInput): boolean =>
  page.slug === input.slug &&
  page.title === input.title &&
  page.content === input.content &&
  page.isInNavigation === input.isInNavigation &&
  page.isPublished === input.isPublished

/** Pages in the navigation first, in order, then the others by title. */
const SitePageList = z.object({ pages: z.array(SitePageSummary) })

/** The pages in the navigation, in their new order. */
const PageOrder = z.object({
  ids: z
    .array(Id, 'ids must be a list of ids')
    .check(z.maxLength(maxPages, { error: () => t('The order can contain at most {maxPages} pages', { maxPages }) })),
})

/** `problem`: why a page cannot have the address, or null. `note`: what will change for visitors, or null. */
const AddressState = z.object({ problem: z.nullable(z.string()), note: z.nullable(z.string()) })
export type AddressState = z.infer<typeof AddressState>

/** Enough for {@link maxPageLength} characters escaped as six bytes each, plus the other fields. */
const maxBodyBytes = 640 * 1024

const changesPages = {
  access: 'admin',
  limits: [perMember('page changes', 600, 3600)],
  changes: ['pages', 'removals'],
} as const

export const getPages = endpoint('GET /api/pages', {
  summary: 'List all of the site’s pages',
  access: 'admin',
  answer: SitePageList,
})
/** A repeated call returns the page that the first one created. */
export const createPage = endpoint('POST /api/pages', {
  summary: 'Add a page',
  ...changesPages,
  body: PageInput,
  maxBodyBytes,
  answer: SitePage,
  creates: true,
})
/** Pages that are not listed keep their position. */
export const orderPages = endpoint('PUT /api/pages/order', {
  summary: 'Set the order of the pages in the navigation',
  ...changesPages,
  body: PageOrder,
  answer: SitePageList,
})
/** `pageId`: the page that will have the address. */
export const getAddressState = endpoint('GET /api/pages/address', {
  summary: 'Check whether a page can use an address',
  access: 'admin',
  query: z.object({ slug: PageSlug, pageId: z.optional(IdText) }),
  answer: AddressState,
})
export const getPage = endpoint('GET /api/pages/:id', {
  summary: 'Get a page for editing',
  access: 'admin',
  params: { id: IdText },
  answer: SitePage,
})
/** 409 with `page`, the current version, if `updatedAt` is out of date. */
export const updatePage = endpoint('PUT /api/pages/:id', {
  summary: 'Edit a page',
  ...changesPages,
  params: { id: IdText },
  body: PageChange,
  maxBodyBytes,
  answer: SitePage,
})
/** The page's former addresses stop redirecting. */
export const deletePage = endpoint('DELETE /api/pages/:id', {
  summary: 'Delete a page',
  ...changesPages,
  params: { id: IdText },
  answer: z.null(),
})
