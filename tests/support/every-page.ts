import { pages } from '#pages/pages.ts'

/** Parameters for the pages' URLs: ids and names. */
export interface Named {
  post: number
  article: number
  /** The slug of the article. */
  slug: string
  /** The slug of a series. */
  series: string
  project: number
  livestream: number
  recording: number
  username: string
  tag: string
}

/** Page states that have their own URLs. */
const more = [
  '/?type=popular',
  '/?categoryId=3',
  '/?page=99',
  '/login?tab=register',
  '/login?tab=forgot',
  '/post/999999',
  '/blog?page=99',
  '/search?q=the',
  '/search?q=nothinglikethis',
  '/members?search=missing',
  '/guestbook?page=99',
  '/admin/reports?status=suspended',
  '/nowhere',
  '/about',
]

/** Returns a URL for every page on the site and for each of its states. */
export function everyPage(named: Named): string[] {
  const ids: Record<string, number> = {
    blog: named.article,
    post: named.article,
    projects: named.project,
    livestream: named.livestream,
    livestreams: named.livestream,
    admin: 1,
  }
  const paths = pages.map(({ address: { path } }) =>
    path
      .replace(':username', named.username)
      .replace(':recordingId', String(named.recording))
      .replace(':number', '1')
      .replace(':tag', named.tag)
      .replace('/series/:slug', `/series/${named.series}`)
      .replace(':slug', named.slug)
      .replace(':id', () => String(ids[path.split('/')[1]!])),
  )
  const tabs = ['about', 'github'].map((tab) => `/profile/${named.username}?tab=${tab}`)
  const github = ['repositories', 'contributions'].map((tab) => `/github?username=${named.username}&tab=${tab}`)
  return [...paths, `/post/${named.post}`, `/post/${named.post}/edit`, ...tabs, ...github, ...more]
}
