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

/** Tells the administrators of the post; a second report takes the place of the first. */
export const sendReport = (postId: number, report: NewReport): Promise<Report> =>
  call(reportPost, { params: { id: postId }, body: report })

export interface ReportedPosts {
  status: ReportStatus
  page: number
}

/** A page of the reported posts, for administrators. */
export const useReportedPosts = ({ status, page }: ReportedPosts) =>
  useQuery({
    ...queryOf(getReportedPosts, { query: { status, page } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Reads the reported posts again, as after each change that they show. */
export const useRefetchReports = () => useRefetch(getReportedPosts)

/** Closes the reports of a post, or opens them again. */
export function useMoveReports(): (postId: number, status: ReportStatus) => Promise<void> {
  const readAgain = useRefetchReports()
  return async (postId, status) => {
    await call(changeReportedPost, { params: { id: postId }, body: { status } })
    await readAgain()
  }
}
