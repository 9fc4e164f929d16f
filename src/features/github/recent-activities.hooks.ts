import { useQuery } from '@tanstack/react-query'
import { read } from '#web/api.ts'
import { activitiesOnCard, GithubActivityList, userActivitiesPath } from './activities.contract.ts'

/** What the member did last on GitHub: what the card on the feed holds. */
export const recentActivitiesQuery = (userId: number) =>
  read(userActivitiesPath(userId), GithubActivityList, { limit: activitiesOnCard })

/** @param isConnected without an account nothing is asked for */
export const useRecentActivities = (userId: number, isConnected: boolean) =>
  useQuery({ ...recentActivitiesQuery(userId), enabled: isConnected })
