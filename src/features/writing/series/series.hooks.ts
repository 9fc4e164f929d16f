import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { call, queryIfThere, queryOf } from '#web/call.ts'
import { getOwnSeries, getSeries, getSeriesPlace, type SeriesChange, updateSeries } from './series.contract.ts'

/** A series; null if it does not exist or has no visible articles. */
export const seriesQuery = (slug: string) => queryIfThere(getSeries, { params: { slug } })
export const useSeries = (slug: string) => useQuery(seriesQuery(slug))

/** An article's position in its series. */
export const seriesPlaceQuery = (postId: number) => queryOf(getSeriesPlace, { params: { id: postId } })
export const useSeriesPlace = (postId: number) => useQuery(seriesPlaceQuery(postId))

/** Returns the names of the signed-in member's series. */
export const useOwnSeries = (): string[] =>
  useQuery({ ...queryOf(getOwnSeries, {}), staleTime: 60_000 }).data?.names ?? []

/** Returns a function that renames or describes a series. @throws ApiError */
export function useUpdateSeries(slug: string): (change: SeriesChange) => Promise<void> {
  const cache = useQueryClient()
  return async (change) => {
    const series = await call(updateSeries, { params: { slug }, body: change })
    cache.setQueryData(seriesQuery(slug).queryKey, series)
    await refetchPosts(cache)
  }
}
