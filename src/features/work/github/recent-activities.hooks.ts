import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { activitiesOnCard, listMemberGithubActivities } from './activities.contract.ts'

/** The member's latest activities, as shown on the card. */
export const recentActivitiesQuery = (userId: number) =>
  queryOf(listMemberGithubActivities, { params: { id: userId }, query: { limit: activitiesOnCard } })

/** @param isConnected no request is sent without a connected account */
export const useRecentActivities = (userId: number, isConnected: boolean) =>
  useQuery({ ...recentActivitiesQuery(userId), enabled: isConnected })
