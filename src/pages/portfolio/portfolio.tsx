import './portfolio.css'
import type { QueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { cutText, profileImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import { homeTitle } from '#features/admin/site-settings/home-names.contract.ts'
import { SetupBanner } from '#features/admin/setup/setup-banner.tsx'
import { CoverPicture } from '#features/discovery/site/cover-picture.tsx'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteQuery, useSite } from '#features/discovery/site/site.hooks.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { userQuery, useUser } from '#features/people/profiles/profiles.hooks.ts'
import { FirstRun } from '../home/first-run.tsx'
import { descriptionLength, type Head, type PageView } from '../page.ts'
import { ProfileFailed, ProfileLoading, ProfileNotFound } from '../profile/profile-missing.tsx'
import type { portfolioAddress } from './portfolio.page.ts'
import { PortfolioIntro } from './portfolio-intro.tsx'
import { PortfolioBlocks } from './portfolio-blocks.tsx'

export const portfolioView: PageView<typeof portfolioAddress> = {
  View: PortfolioPage,
  head: (cache) => headOf(cache, cache.getQueryData(siteQuery.queryKey)),
}

function headOf(cache: QueryClient, site: SiteInfo | undefined): Head {
  const name = site?.name ?? 'Devstead'
  const user = site?.ownerUsername ? cache.getQueryData(userQuery(site.ownerUsername).queryKey) : null
  const title = homeTitle(site ?? { name })
  if (!user)
    return { title, canonicalPath: '/', ...(site?.description !== undefined && { description: site.description }) }
  return {
    title,
    description: site?.description ?? cutText(summaryOf(user, headlineOf(user, site)), descriptionLength),
    type: 'profile',
    canonicalPath: '/',
    card: profileImageLink(user, name),
    acceptsWebmentions: true,
  }
}

const summaryOf = ({ displayName, bio }: User, headline: string): string =>
  [displayName, headline, bio.replaceAll(/\s+/g, ' ').trim()]
    .filter(Boolean)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ')

const headlineOf = ({ title }: User, site: SiteInfo | undefined): string =>
  (site?.home?.kind === 'portfolio' && site.home.headline) || title || t('Software Developer')

/** The owner's portfolio, in the chosen layout, with the chosen blocks. */
function PortfolioPage() {
  const site = useSite()
  const { data: user, error, refetch } = useUser(site.ownerUsername)
  if (site.ownerUsername === null) return <FirstRun />
  if (site.home?.kind !== 'portfolio') return null
  if (user === null) return <ProfileNotFound />
  if (!user) return error ? <ProfileFailed reason={error} onRetry={() => void refetch()} /> : <ProfileLoading />
  const { layout, blocks } = site.home
  return (
    <div className="page page-wide portfolio" data-layout={layout}>
      <SetupBanner />
      {site.cover && <CoverPicture cover={site.cover} className="portfolio-cover" />}
      <PortfolioIntro user={user} headline={headlineOf(user, site)} />
      <PortfolioBlocks user={user} blocks={blocks} />
    </div>
  )
}
