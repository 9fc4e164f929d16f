import type { Section } from '#schemas/sections.contract.ts'
import { oneOfWithDefault, optionalText, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

/** Kinds of results. A new kind also needs a schema in search.contract.ts and a source in the store. */
export const searchKinds = ['post', 'article', 'member', 'project'] as const

/** The section of each kind of result that can be turned off. */
export const sectionOfKind: Partial<Record<(typeof searchKinds)[number], Section>> = {
  post: 'feed',
  article: 'blog',
  member: 'members',
  project: 'projects',
}

export const searchAddress = address('/search', {
  query: {
    q: optionalText(1000),
    kind: oneOfWithDefault(['all', ...searchKinds], 'all'),
    page: pageNumber,
  },
})
