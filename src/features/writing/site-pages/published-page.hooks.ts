import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { getPublishedPage } from './published-page.contract.ts'

/** A published page; null if no page has the slug. */
export const publishedPageQuery = (slug: string) => queryOf(getPublishedPage, { query: { slug } })

/** Returns the page with this slug; null for an address that no page can have. */
export const usePublishedPage = (slug: string | null) =>
  useQuery({ ...publishedPageQuery(slug ?? ''), enabled: slug !== null, ...(slug === null && { initialData: null }) })
