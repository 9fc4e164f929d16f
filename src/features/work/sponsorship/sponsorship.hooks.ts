import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf, readsOf } from '#web/call.ts'
import { type SponsorSyncAnswer, syncGithubSponsors } from './github-sponsors.contract.ts'
import { deleteSponsorGoal, getOwnSponsorGoal, getSponsorGoal } from './sponsor-goals.contract.ts'
import { deleteSponsorTier, listOwnSponsorTiers, listSponsorTiers } from './sponsor-tiers.contract.ts'
import { deleteSponsor, listOwnSponsors, listSponsors, sponsorsOnCard } from './sponsors.contract.ts'

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

const useChange = <Input, Answer>(change: (callAndRefetch: typeof call, input: Input) => Promise<Answer>) => {
  const callAndRefetch = useSponsorshipCall()
  return useMutation({ mutationFn: (input: Input) => change(callAndRefetch, input) })
}

/** A change that takes away what has the id. */
export type Remove = ReturnType<typeof useDeleteTier>
export const useDeleteGoal = () => useChange((call, id: number) => call(deleteSponsorGoal, { params: { id } }))
export const useDeleteTier = () => useChange((call, id: number) => call(deleteSponsorTier, { params: { id } }))
export const useRemoveSponsor = () => useChange((call, id: number) => call(deleteSponsor, { params: { id } }))
/** Has GitHub asked who sponsors the site's owner. */
export const useSponsorSync = () => useChange<void, SponsorSyncAnswer>((call) => call(syncGithubSponsors, {}))
