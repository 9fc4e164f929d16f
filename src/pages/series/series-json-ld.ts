import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { seriesAddress } from '#features/writing/series/series-addresses.contract.ts'
import { seriesQuery } from '#features/writing/series/series.hooks.ts'
import { authorJsonLd } from '../json-ld.ts'
import type { PageJsonLd } from '../page.ts'

/** Describes a series with its articles in order. Source: schema.org, CreativeWorkSeries */
export const seriesJsonLd: PageJsonLd<typeof seriesAddress> = (cache, { params }, site) => {
  const series = params && cache.getQueryData(seriesQuery(params.slug).queryKey)
  if (!series) return []
  const url = site.url + seriesAddress.href({ slug: series.slug })
  const parts = series.parts.map((part, index) => ({
    '@type': 'BlogPosting',
    url: site.url + postPath(part),
    headline: part.title,
    position: index + 1,
    datePublished: part.createdAt,
  }))
  const author = authorJsonLd(series.user, site)
  return [{ '@type': 'CreativeWorkSeries', '@id': url, url, name: series.name, author, hasPart: parts }]
}
