import { keepPreviousData, type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Nothing, read, send } from '#web/api.ts'
import { goalPath, ownGoalPath, SponsorGoal, userGoalPath } from './sponsor-goals.contract.ts'
import { ownTiersPath, SponsorTierList, tierPath, userTiersPath } from './sponsor-tiers.contract.ts'
import {
  OwnSponsorList,
  ownSponsorsPath,
  SponsorList,
  sponsorPath,
  sponsorsOnCard,
  SponsorSyncAnswer,
  sponsorSyncPath,
  userSponsorsPath,
} from './sponsors.contract.ts'

/** Faces on a sponsor page. */
export const facesShown = 24
/** Sponsors on a page of the list that a member manages. */
const sponsorsPerPage = 20

const Goal = z.nullable(SponsorGoal)
export const goalQuery = (userId: number) => read(userGoalPath(userId), Goal)
export const tiersQuery = (userId: number) => read(userTiersPath(userId), SponsorTierList)
export const sponsorsQuery = (userId: number) => read(userSponsorsPath(userId), SponsorList, { limit: facesShown })

export const useGoal = (userId: number) => useQuery(goalQuery(userId))
export const useTiers = (userId: number) => useQuery(tiersQuery(userId))
export const useSponsors = (userId: number) => useQuery(sponsorsQuery(userId))

export const useOwnGoal = () => useQuery(read(ownGoalPath, Goal))
export const useOwnTiers = () => useQuery(read(ownTiersPath, SponsorTierList))
/** The newest few, as the card has them. */
export const useNewestSponsors = () => useQuery(read(ownSponsorsPath, OwnSponsorList, { limit: sponsorsOnCard }))
/** While another page is fetched, the one before stays in sight. */
export const useOwnSponsors = (page: number) =>
  useQuery({
    ...read(ownSponsorsPath, OwnSponsorList, { page, limit: sponsorsPerPage }),
    placeholderData: keepPreviousData,
  })

/** Changes tiers, goals or sponsors; whatever shows them is then read again. @throws ApiError */
export function useSponsorshipSend(): typeof send {
  const cache = useQueryClient()
  return async (...call) => {
    const answer = await send(...call)
    await cache.invalidateQueries({ predicate: isSponsorship })
    return answer
  }
}

const isSponsorship = ({ queryKey: [path] }: Query): boolean =>
  typeof path === 'string' && /\/sponsor(-goal|-tiers|s)$/.test(path)

const useChange = <Input, Answer>(change: (call: typeof send, input: Input) => Promise<Answer>) => {
  const call = useSponsorshipSend()
  return useMutation({ mutationFn: (input: Input) => change(call, input) })
}

/** A change that takes away what has the id. */
export type Remove = ReturnType<typeof useDeleteTier>
export const useDeleteGoal = () => useChange((call, id: number) => call('DELETE', goalPath(id), Nothing))
export const useDeleteTier = () => useChange((call, id: number) => call('DELETE', tierPath(id), Nothing))
export const useRemoveSponsor = () => useChange((call, id: number) => call('DELETE', sponsorPath(id), Nothing))
/** Has GitHub asked who sponsors the site's owner. */
export const useSponsorSync = () =>
  useChange<void, SponsorSyncAnswer>((call) => call('POST', sponsorSyncPath, SponsorSyncAnswer))
