import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import type { RedirectPair } from './redirect-rules.contract.ts'
import { createRedirect, deleteRedirect, getRedirects, pasteRedirects, updateRedirect } from './redirects.contract.ts'

/** The number of redirects per page. */
const redirectsPerPage = 50
export interface RedirectsPart {
  page: number
  q: string
}

/** Loads a page of redirects. Shows the previous page until the next one has loaded. */
export const useRedirects = ({ page, q }: RedirectsPart) =>
  useQuery({
    ...queryOf(getRedirects, { query: { page, limit: redirectsPerPage, q: q === '' ? undefined : q } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Returns the actions on redirects. Each refetches the list. @throws ApiError */
export function useRedirectActions() {
  const refetch = useRefetch(getRedirects)
  return {
    /** Adds a redirect, or changes the one with this id. */
    save: (id: number | null, body: RedirectPair) =>
      (id === null ? call(createRedirect, { body }) : call(updateRedirect, { params: { id }, body })).then(refetch),
    remove: (id: number) => call(deleteRedirect, { params: { id } }).finally(refetch),
    paste: async (text: string) => {
      const result = await call(pasteRedirects, { body: { text } })
      await refetch()
      return result
    },
  }
}
