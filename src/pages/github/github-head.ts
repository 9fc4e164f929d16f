import type { QueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { profileImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import type { githubPageAddress } from '#features/work/github/github-addresses.contract.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import type { Head, PageProps } from '../page.ts'
import { githubHref, type GithubView, viewOf } from './github-address.ts'

const titles = {
  recent: () => 'GitHub',
  repositories: () => t('Repositories'),
  contributions: () => t('Contributions'),
}

export function githubHead(cache: QueryClient, { query }: PageProps<typeof githubPageAddress>): Head {
  const view = viewOf(query)
  const site = cache.getQueryData(siteQuery.queryKey)
  const username = view.username ?? site?.ownerUsername
  const user = username ? cache.getQueryData(userQuery(username).queryKey) : null
  if (!user) return { title: user === null && view.username ? t('Profile Not Found') : 'GitHub', noindex: true }
  const { tab, q, before, year } = view
  return {
    title: [titles[tab](), year, `${user.displayName} (@${user.username})`].filter(Boolean).join(' · '),
    description: t('{name}’s activity, repositories, and contributions on GitHub.', { name: user.displayName }),
    canonicalPath: githubHref({ ...canonical(view, site?.ownerUsername), tab, year }),
    card: profileImageLink(user, site?.name ?? 'Devstead'),
    noindex: user.githubUsername === null || q !== '' || before !== undefined,
  }
}

/** The owner's page has one canonical URL, with or without the username. */
const canonical = ({ username }: GithubView, ownerUsername: string | null | undefined): Partial<GithubView> =>
  username === ownerUsername ? {} : { username }
