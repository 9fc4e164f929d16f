import { seriesAddress } from '#features/writing/series/series-addresses.contract.ts'
import { seriesQuery } from '#features/writing/series/series.hooks.ts'
import { findSeries } from '#features/writing/series/series.store.ts'
import { slugOf } from '#schemas/slugs.contract.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

/** Loads a series with its articles. Redirects other spellings of the slug. */
export const loadSeries: Load<typeof seriesAddress> = async ({ db }, { params: { slug } }) => {
  const series = await findSeries(db, slugOf(slug), null)
  if (!series) return { status: 404, entries: [preload(seriesQuery(slug), null)] }
  if (series.slug !== slug) return { redirectTo: seriesAddress.href({ slug: series.slug }), entries: [] }
  return { entries: [preload(seriesQuery(slug), series)] }
}
