import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call, downloadFrom, keyOf } from '#web/call.ts'
import { type AuditFilter, exportAuditLog, type ExportFormat, getAuditLog } from './audit.contract.ts'

/** Entries per page. */
const entriesPerPage = 50

/** Loads the audit log page by page. Shows the previous entries until those of a new filter have loaded. */
export const useAuditLog = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: keyOf(getAuditLog, { query: filter }),
    queryFn: ({ pageParam, signal }) =>
      call(getAuditLog, { query: { ...filter, limit: entriesPerPage, before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Downloads all selected entries as a file. @throws ApiError */
export const downloadAuditLog = (filter: AuditFilter, format: ExportFormat): Promise<void> =>
  downloadFrom(exportAuditLog, { query: { ...filter, format } }, `audit-log.${format}`)
