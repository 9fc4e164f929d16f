import type { ImportReport } from '#features/admin/imports/import-report.contract.ts'

/** Longer strings, such as a picture in a `data:` URL, are truncated. */
const maxLength = 1000

/** Returns the report as JSON that the database accepts, with the source's name instead of its path on this server. */
export const storableReport = (report: ImportReport, source: string, name: string): string =>
  JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string'
      ? value.toWellFormed().replaceAll('\0', '').replaceAll(source, name).slice(0, maxLength).toWellFormed()
      : value,
  )
