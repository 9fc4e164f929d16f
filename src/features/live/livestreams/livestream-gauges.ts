import type { Context } from '#kernel/http.ts'
import type { SiteGauge } from '#kernel/metrics.ts'
import { countActiveLivestreams } from './livestreams.store.ts'

export const livestreamGauges = async ({ db }: Pick<Context, 'db'>): Promise<SiteGauge[]> => [
  {
    name: 'livestreams_active',
    help: 'Livestreams that are being broadcast',
    values: [{ value: await countActiveLivestreams(db) }],
  },
]
