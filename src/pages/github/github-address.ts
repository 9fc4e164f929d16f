import { githubPageAddress, type githubTabs } from '#features/work/github/github-addresses.contract.ts'
import type { PageProps } from '../page.ts'

/** What the GitHub page shows, from the URL. */
export interface GithubView {
  /** Default: the viewer's, for visitors the site owner's. */
  username?: string | undefined
  tab: (typeof githubTabs)[number]
  /** Search terms; empty for all. */
  q: string
  /** Activities: those after this one in the list. */
  before?: number | undefined
  /** Contributions: the year, by default the last 365 days. */
  year?: number | undefined
}

export const viewOf = ({ q = '', ...view }: PageProps<typeof githubPageAddress>['query']): GithubView => ({
  ...view,
  q: q.trim(),
})

/** Returns the URL of the view, without parameters that its tab does not use. */
export const githubHref = ({ username, tab = 'recent', q, before, year }: Partial<GithubView>): string =>
  githubPageAddress.href({
    username,
    tab,
    q: tab === 'contributions' ? null : q || null,
    before: tab === 'recent' ? before : null,
    year: tab === 'contributions' ? year : null,
  })
