import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { downloadFrom, queryOf } from '#web/call.ts'
import { type AuditFilter, exportAuditLog, type ExportFormat, getAuditLog } from './audit.contract.ts'

/** Entries per page. */
const entriesPerPage = 50

/** Loads a page of the audit log. Shows the previous page until the next one has loaded. */
export const useAuditLog = ({ page, ...filter }: AuditFilter & { page: number }) =>
  useQuery({
    ...queryOf(getAuditLog, { query: { ...filter, page, limit: entriesPerPage } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Downloads all selected entries as a file. @throws ApiError */
export const downloadAuditLog = (filter: AuditFilter, format: ExportFormat): Promise<void> =>
  downloadFrom(exportAuditLog, { query: { ...filter, format } }, `audit-log.${format}`)
