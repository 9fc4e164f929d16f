import type { SourceList } from '../source-site.ts'
import { slugIn } from './paths.ts'

const listNames =
  /^(?:archives?|tags?|categories|category|topics?|blog|posts?|articles?|writings?|notes?|all|all-posts|search|series|news|stories|essays|years?)$/i
const feedNames = /^(?:(?:rss|atom|feed|index)(?:\.xml|\.json|\.atom|\.rss)?|feed\d*\.xml)$/i
const notPages =
  /^(?:404|500|50x|offline|robots|sitemap[\w-]*|sw|manifest|opensearch|browserconfig|googleb?[\da-f]{8,})$/i

/** Returns the redirect target for a page that consists of code: the posts, the feed, or the home page. */
export function listOfPage(from: string): SourceList[] {
  const file = from.split('/').findLast((segment) => segment !== '') ?? ''
  if (feedNames.test(file) && (file.includes('.') || /^(?:rss|atom|feed)$/i.test(file))) return [{ from, to: 'feed' }]
  const name = slugIn(from)
  if (
    name === '' ||
    notPages.test(name) ||
    /\.(?:xml|txt|json|css|js|png|jpe?g|gif|svg|webp|avif|ico|webmanifest|pdf|md)$/i.test(file)
  )
    return []
  return [{ from, to: listNames.test(name) ? 'posts' : 'home' }]
}
