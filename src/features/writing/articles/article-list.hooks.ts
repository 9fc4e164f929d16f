import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { getPosts } from '#features/writing/posts/posts.contract.ts'
import { queryOf } from '#web/call.ts'

const minuteMs = 60_000

/** A page of all articles, newest first; read again after a minute. Source: docs/product.md, Limits. */
export const articleListQuery = (page: number) => ({
  ...queryOf(getPosts, { query: { isLongForm: true, page, limit: defaultLimit } }),
  staleTime: minuteMs,
})

/** As {@link articleListQuery}. While another page is fetched, the one before stays in sight. */
export const useArticleList = (page: number) =>
  useQuery({ ...articleListQuery(page), placeholderData: keepPreviousData })
