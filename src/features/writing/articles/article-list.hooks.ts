import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { getPosts } from '#features/writing/posts/posts.contract.ts'
import { queryOf } from '#web/call.ts'

const minuteMs = 60_000

/** A page of all articles, newest first. Stale after a minute. Source: docs/product.md, Limits. */
export const articleListQuery = (page: number) => ({
  ...queryOf(getPosts, { query: { isLongForm: true, page, limit: defaultLimit } }),
  staleTime: minuteMs,
})

/** Returns a page of articles. While another page is loading, the previous one stays visible. */
export const useArticleList = (page: number) =>
  useQuery({ ...articleListQuery(page), placeholderData: keepPreviousData })
