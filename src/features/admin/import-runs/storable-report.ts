import type { ImportReport } from '#features/admin/imports/import-report.contract.ts'

/** Longer texts, such as a picture in a `data:` URL, are cut. */
const maxLength = 1000

/** Returns the report as JSON that the database accepts, with the name of the source instead of its path here. */
export const storableReport = (report: ImportReport, source: string, name: string): string =>
  JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string'
      ? value.toWellFormed().replaceAll('\0', '').replaceAll(source, name).slice(0, maxLength).toWellFormed()
      : value,
  )
