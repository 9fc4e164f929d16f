import { githubPageAddress, type githubTabs } from '#features/work/github/github-addresses.contract.ts'
import type { PageProps } from '../page.ts'

/** What of GitHub is shown. */
export interface GithubView {
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

export const viewOf = ({ q = '', ...view }: PageProps<typeof githubPageAddress>['query']): GithubView => ({
  ...view,
  q: q.trim(),
})

/** Where it is shown, without what the tab does not show. */
export const githubHref = ({ username, tab = 'recent', q, before, year }: Partial<GithubView>): string =>
  githubPageAddress.href({
    username,
    tab,
    q: tab === 'contributions' ? null : q || null,
    before: tab === 'recent' ? before : null,
    year: tab === 'contributions' ? year : null,
  })
