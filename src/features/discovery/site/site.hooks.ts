import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { useQuery } from '#web/use-query.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { postFeedPath, getSite, hasPosts, isOn, type SiteInfo } from './site.contract.ts'

/** Embedded in every page, so it is never refetched. */
export const siteQuery = { ...queryOf(getSite, {}), staleTime: Infinity }

const unknownSite: SiteInfo = { name: 'Devstead', ownerUsername: null, isRegistrationOpen: true, canSendEmail: true }

export const useSite = (): SiteInfo => useQuery(siteQuery).data ?? unknownSite

/** Returns the site's name and settings, for code that is not a component. */
export const siteIn = (cache: QueryClient): SiteInfo => cache.getQueryData(siteQuery.queryKey) ?? unknownSite

/** Returns whether a section of the site is turned on. */
export const useIsOn = (section: Section): boolean => isOn(useSite(), section)

/** Returns whether the site shows any posts: short ones or articles. */
export function useHasPosts(): boolean {
  const site = useSite()
  return hasPosts((section) => isOn(site, section))
}

/** Minimum length of a new password. Source: docs/product.md, Validation */
export const useMinPasswordLength = (): number => useSite().minPasswordLength ?? 6

/** Returns the path of the feed; null while it is off. */
export function useFeedPath(): string | null {
  const site = useSite()
  return isOn(site, 'feed') ? postFeedPath(site) : null
}
