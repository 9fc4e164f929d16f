import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf, readsOf } from '#web/call.ts'
import { getOwnSponsorGoal, getSponsorGoal } from './sponsor-goals.contract.ts'
import { listOwnSponsorTiers, listSponsorTiers } from './sponsor-tiers.contract.ts'
import { listOwnSponsors, listSponsors, sponsorsOnCard } from './sponsors.contract.ts'

/** Number of avatars on a sponsor page. */
export const facesShown = 24
/** Sponsors per page of the member's management list. */
const sponsorsPerPage = 20

export const goalQuery = (userId: number) => queryOf(getSponsorGoal, { params: { id: userId } })
export const tiersQuery = (userId: number) => queryOf(listSponsorTiers, { params: { id: userId } })
export const sponsorsQuery = (userId: number) =>
  queryOf(listSponsors, { params: { id: userId }, query: { limit: facesShown } })

export const useGoal = (userId: number) => useQuery(goalQuery(userId))
export const useTiers = (userId: number) => useQuery(tiersQuery(userId))
export const useSponsors = (userId: number) => useQuery(sponsorsQuery(userId))

export const useOwnGoal = () => useQuery(queryOf(getOwnSponsorGoal, {}))
export const useOwnTiers = () => useQuery(queryOf(listOwnSponsorTiers, {}))
/** The newest sponsors, as shown on the card. */
export const useNewestSponsors = () => useQuery(queryOf(listOwnSponsors, { query: { limit: sponsorsOnCard } }))
/** While another page loads, the previous one stays on screen. */
export const useOwnSponsors = (page: number) =>
  useQuery({
    ...queryOf(listOwnSponsors, { query: { page, limit: sponsorsPerPage } }),
    placeholderData: keepPreviousData,
  })

/** Returns a function that calls an endpoint and refetches all sponsorship data. @throws ApiError */
export function useSponsorshipCall(): typeof call {
  const cache = useQueryClient()
  return async (...change) => {
    const answer = await call(...change)
    await cache.invalidateQueries(allReads)
    return answer
  }
}

const allReads = readsOf(
  getSponsorGoal,
  getOwnSponsorGoal,
  listSponsorTiers,
  listOwnSponsorTiers,
  listSponsors,
  listOwnSponsors,
)
