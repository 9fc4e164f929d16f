import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { activitiesOnCard, listMemberGithubActivities } from './activities.contract.ts'

/** What the member did last on GitHub: what the card on the feed holds. */
export const recentActivitiesQuery = (userId: number) =>
  queryOf(listMemberGithubActivities, { params: { id: userId }, query: { limit: activitiesOnCard } })

/** @param isConnected without an account nothing is asked for */
export const useRecentActivities = (userId: number, isConnected: boolean) =>
  useQuery({ ...recentActivitiesQuery(userId), enabled: isConnected })
