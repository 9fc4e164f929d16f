import { useQuery, useQueryClient } from '@tanstack/react-query'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { call, queryIfThere, queryOf, readsOf } from '#web/call.ts'
import { getPublishedPage } from './published-page.contract.ts'
import { PageSlug } from './page-slugs.contract.ts'
import { deletePage, getAddressState, getPage, getPages, orderPages } from './site-pages.contract.ts'

export const usePages = () => useQuery(queryOf(getPages, {}))

/** The page as it was when the editor opened: a later response must not replace what is being typed. */
export const usePageToEdit = (id: number) =>
  useQuery({ ...queryIfThere(getPage, { params: { id } }), staleTime: 0, refetchOnMount: 'always' })

/** Returns a function that marks all data about pages as stale: lists, the pages, and the navigation. */
export function useRefetchPages(): () => Promise<unknown> {
  const cache = useQueryClient()
  return () =>
    Promise.all([
      cache.invalidateQueries(readsOf(getPages, getPage, getPublishedPage)),
      cache.invalidateQueries({ queryKey: siteQuery.queryKey }),
    ])
}

/** Returns a function that deletes a page. @throws ApiError */
export function useDeletePage(): (id: number) => Promise<void> {
  const refetch = useRefetchPages()
  return async (id) => {
    await call(deletePage, { params: { id } })
    void refetch()
  }
}

/** Returns a function that saves the order of the pages in the navigation. @throws ApiError */
export function useOrderPages(): (ids: number[]) => Promise<void> {
  const cache = useQueryClient()
  const refetch = useRefetchPages()
  return async (ids) => {
    cache.setQueryData(queryOf(getPages, {}).queryKey, await call(orderPages, { body: { ids } }))
    void refetch()
  }
}

/** Returns whether a page can have the address; undefined until it is known. */
export function useAddressState(slug: string, pageId: number | null) {
  const valid = PageSlug.safeParse(slug).data ?? null
  const { data } = useQuery({
    ...queryOf(getAddressState, { query: { slug: valid ?? '', pageId } }),
    enabled: valid !== null,
  })
  return valid === null ? undefined : data
}
