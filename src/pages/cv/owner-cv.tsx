import { Redirect } from 'wouter'
import {
  type ownerResumeAddress,
  ownerResumeSlug,
  resumeAddress,
} from '#features/people/resumes/resume-addresses.contract.ts'
import { useUser } from '#features/people/profiles/profiles.hooks.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import type { PageView } from '../page.ts'
import { sitePageView } from '../site-page/site-page.tsx'

const written = { params: { slug: ownerResumeSlug }, query: {} }

/** The page that an administrator has written. The server redirects to the owner's CV instead if the site is about its
 *  owner, and so does the browser when their portfolio is the home page. */
export const ownerCvView: PageView<typeof ownerResumeAddress> = {
  View: OwnerCv,
  head: (cache) => sitePageView.head(cache, written),
}

function OwnerCv() {
  const { home, ownerUsername } = useSite()
  const { data: owner } = useUser(home?.kind === 'portfolio' ? ownerUsername : null)
  if (owner?.hasCv) return <Redirect to={resumeAddress.href({ username: owner.username })} replace />
  return <sitePageView.View {...written} />
}
