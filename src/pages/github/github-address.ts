import * as z from 'zod/mini'
import { IdText } from '#features/ids/ids.contract.ts'

export const githubTabs = ['recent', 'repositories', 'contributions'] as const

/** What of GitHub is shown. */
export interface GithubPlace {
  /** Whose; left out, it is the viewer's, for visitors the site owner's. */
  username?: string | undefined
  tab: (typeof githubTabs)[number]
  /** Words that are looked for; empty for all. */
  q: string
  /** Of the activities: what stands after this one. */
  before?: number | undefined
  /** Of the contributions. */
  year?: number | undefined
}

const Tab = z.enum(githubTabs)

/** What the address asks for. What makes no sense counts as not said. */
export const placeOf = ({ username, tab, q = '', before, year }: Record<string, string>): GithubPlace => ({
  username,
  tab: Tab.safeParse(tab).data ?? 'recent',
  q: q.trim(),
  before: before === undefined ? undefined : IdText.safeParse(before).data,
  year: year === undefined ? undefined : Number(year),
})

/** Where it is shown. */
export function githubHref({ username, tab = 'recent', q = '', before, year }: Partial<GithubPlace>): string {
  const query = new URLSearchParams()
  if (username !== undefined) query.set('username', username)
  if (tab !== 'recent') query.set('tab', tab)
  if (q !== '' && tab !== 'contributions') query.set('q', q)
  if (before !== undefined && tab === 'recent') query.set('before', String(before))
  if (year !== undefined && tab === 'contributions') query.set('year', String(year))
  return query.size > 0 ? `/github?${query.toString()}` : '/github'
}
