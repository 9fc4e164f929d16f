import { found } from '#kernel/errors.ts'
import { allowed } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { t } from '#messages/messages.ts'
import { canEditSeries, getOwnSeries, getSeries, getSeriesPlace, updateSeries } from './series.contract.ts'
import { changeSeries, findSeries, findSeriesPlace, listOwnSeries } from './series.store.ts'

export const seriesRoutes = [
  implement(getSeries, async ({ params: { slug }, member, ctx }) =>
    found(await findSeries(ctx.db, slug, member), 'Series'),
  ),
  implement(getOwnSeries, async ({ member, ctx }) => ({ names: await listOwnSeries(ctx.db, member.id) })),
  implement(getSeriesPlace, ({ params: { id }, ctx }) => findSeriesPlace(ctx.db, id)),
  implement(updateSeries, async ({ params: { slug }, body, member, ctx }) => {
    const series = found(await findSeries(ctx.db, slug, member), 'Series')
    allowed(canEditSeries(member, series), t('You can only change your own series.'))
    await changeSeries(ctx.db, slug, body)
    return found(await findSeries(ctx.db, slug, member), 'Series')
  }),
]
