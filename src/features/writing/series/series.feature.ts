import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { postImported, postSaved } from '#features/writing/posts/posts.events.ts'
import { seriesArchive } from './series-archive.store.ts'
import { seriesSitemap } from './series-sitemap.store.ts'
import { Series } from './series.contract.ts'
import { seriesRoutes } from './series.routes.ts'
import { removeSeriesOf, saveSeries } from './series.store.ts'

export const seriesFeature = feature('series', {
  section: 'blog',
  routes: seriesRoutes,
  schemas: { Series },
  on: [
    on(postSaved, async ({ db }, { id, input: { series }, isNew }) => {
      if (!isNew || series) await saveSeries(db, id, series, { isStrict: true })
    }),
    on(
      postImported,
      async ({ db }, { id, input }) => input.series && saveSeries(db, id, input.series, { isStrict: false }),
    ),
  ],
  accountDeletion: ({ db }, { memberId, deletesPosts }) => removeSeriesOf(db, memberId, deletesPosts),
  archive: seriesArchive,
  sitemap: seriesSitemap,
})
