import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { getSite, type SiteInfo } from './site.contract.ts'

/** Embedded in every page, so it is never refetched. */
export const siteQuery = { ...queryOf(getSite, {}), staleTime: Infinity }

const unknownSite: SiteInfo = { name: 'Devstead', ownerUsername: null, isRegistrationOpen: true, canSendEmail: true }

export const useSite = (): SiteInfo => useQuery(siteQuery).data ?? unknownSite

/** Minimum length of a new password. Source: docs/product.md, Validation */
export const useMinPasswordLength = (): number => useSite().minPasswordLength ?? 6
