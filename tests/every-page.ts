import { pageRoutes } from '#pages/pages.ts'

/** What the addresses of pages name: ids, and the username of a member. */
export interface Named {
  post: number
  article: number
  project: number
  livestream: number
  recording: number
  username: string
}

/** States of pages that other addresses show. */
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
  '/members?search=nobody',
  '/admin/reports?status=suspended',
  '/nowhere',
]

/** Returns an address of every page of the site, and of the states that some have. */
export function everyPage(named: Named): string[] {
  const ids: Record<string, number> = {
    blog: named.article,
    post: named.article,
    projects: named.project,
    livestream: named.livestream,
    livestreams: named.livestream,
  }
  const pages = pageRoutes.map(({ path }) =>
    path
      .replace(':username', named.username)
      .replace(':recordingId', String(named.recording))
      .replace(':number', '1')
      .replace(':id', () => String(ids[path.split('/')[1]!])),
  )
  const tabs = ['about', 'github'].map((tab) => `/profile/${named.username}?tab=${tab}`)
  const github = ['repositories', 'contributions'].map((tab) => `/github?username=${named.username}&tab=${tab}`)
  return [...pages, `/post/${named.post}`, `/post/${named.post}/edit`, ...tabs, ...github, ...more]
}
