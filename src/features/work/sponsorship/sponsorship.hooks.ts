import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf, readsOf } from '#web/call.ts'
import { getOwnSponsorGoal, getSponsorGoal } from './sponsor-goals.contract.ts'
import { listOwnSponsorTiers, listSponsorTiers } from './sponsor-tiers.contract.ts'
import { listOwnSponsors, listSponsors, sponsorsOnCard } from './sponsors.contract.ts'

/** Faces on a sponsor page. */
export const facesShown = 24
/** Sponsors on a page of the list that a member manages. */
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
/** The newest few, as the card has them. */
export const useNewestSponsors = () => useQuery(queryOf(listOwnSponsors, { query: { limit: sponsorsOnCard } }))
/** While another page is fetched, the one before stays in sight. */
export const useOwnSponsors = (page: number) =>
  useQuery({
    ...queryOf(listOwnSponsors, { query: { page, limit: sponsorsPerPage } }),
    placeholderData: keepPreviousData,
  })

/** Changes tiers, goals, or sponsors, and refetches whatever shows them. @throws ApiError */
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
