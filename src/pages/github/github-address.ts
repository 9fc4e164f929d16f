import { githubPageAddress, type githubTabs } from '#features/work/github/github-addresses.contract.ts'
import type { PageProps } from '../page.ts'

/** The GitHub page's view, parsed from the URL. */
export interface GithubView {
  /** Default: the viewer; for visitors, the site owner. */
  username?: string | undefined
  tab: (typeof githubTabs)[number]
  /** Search terms; empty to show everything. */
  q: string
  /** Activities tab: shows the activities after this one. */
  before?: number | undefined
  /** Contributions tab: the year. Default: the last 365 days. */
  year?: number | undefined
}

export const viewOf = ({ q = '', ...view }: PageProps<typeof githubPageAddress>['query']): GithubView => ({
  ...view,
  q: q.trim(),
})

/** Returns the view's URL, without parameters that its tab does not use. */
export const githubHref = ({ username, tab = 'recent', q, before, year }: Partial<GithubView>): string =>
  githubPageAddress.href({
    username,
    tab,
    q: tab === 'contributions' ? null : q || null,
    before: tab === 'recent' ? before : null,
    year: tab === 'contributions' ? year : null,
  })
