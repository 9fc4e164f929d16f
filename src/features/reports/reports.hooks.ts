import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { read, send } from '#web/api.ts'
import {
  type NewReport,
  Report,
  ReportedPost,
  ReportedPostList,
  reportedPostPath,
  reportedPostsPath,
  reportsPath,
  type ReportStatus,
} from './reports.contract.ts'

/** Tells the administrators of the post; a second report takes the place of the first. */
export const reportPost = (postId: number, report: NewReport): Promise<Report> =>
  send('POST', reportsPath(postId), Report, report)

export interface ReportedPosts {
  status: ReportStatus
  page: number
}

/** A page of the reported posts, for administrators. */
export const useReportedPosts = ({ status, page }: ReportedPosts) =>
  useQuery({
    ...read(reportedPostsPath, ReportedPostList, { status, page }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Reads the reported posts again, as after each change that they show. */
export function useReportsAgain(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: [reportedPostsPath] })
}

/** Closes the reports of a post, or opens them again. */
export function useMoveReports(): (postId: number, status: ReportStatus) => Promise<void> {
  const readAgain = useReportsAgain()
  return async (postId, status) => {
    await send('PATCH', reportedPostPath(postId), ReportedPost, { status })
    await readAgain()
  }
}
