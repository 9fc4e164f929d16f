import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import {
  changeReportedPost,
  getReportedPosts,
  type NewReport,
  type Report,
  reportPost,
  type ReportStatus,
} from './reports.contract.ts'

/** Reports a post to the administrators. Replaces the member's previous report on the post. */
export const sendReport = (postId: number, report: NewReport): Promise<Report> =>
  call(reportPost, { params: { id: postId }, body: report })

export interface ReportedPosts {
  status: ReportStatus
  page: number
}

/** Loads a page of reported posts, for administrators. */
export const useReportedPosts = ({ status, page }: ReportedPosts) =>
  useQuery({
    ...queryOf(getReportedPosts, { query: { status, page } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Returns a function that refetches the reported posts. */
export const useRefetchReports = () => useRefetch(getReportedPosts)

/** Returns a function that closes or reopens the reports on a post. */
export function useMoveReports(): (postId: number, status: ReportStatus) => Promise<void> {
  const refetch = useRefetchReports()
  return async (postId, status) => {
    await call(changeReportedPost, { params: { id: postId }, body: { status } })
    await refetch()
  }
}
