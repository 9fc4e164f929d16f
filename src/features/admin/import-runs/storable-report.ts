import { shownText } from '#messages/messages.ts'
import { isRecorded } from '#messages/recorded.ts'
import type { ImportReport } from '#features/admin/imports/import-report.contract.ts'
import type { RunReport } from './import-report.contract.ts'

/** Longer strings, such as a picture in a `data:` URL, are truncated. */
const maxLength = 1000
/** Recorded messages contain their values. */
const maxMessageLength = 4000

/** Returns the report as JSON that the database accepts, with the source's name instead of its path on this server. */
export const storableReport = (report: ImportReport, source: string, name: string): string =>
  JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string'
      ? value
          .toWellFormed()
          .replaceAll('\0', '')
          .replaceAll(source, name)
          .slice(0, isRecorded(value) ? maxMessageLength : maxLength)
          .toWellFormed()
      : value,
  )

/** Returns the report with its reasons and notes in the current language. */
export const shownReport = (report: RunReport): RunReport => ({
  ...report,
  drafts: report.drafts.map((one) => ({ ...one, why: one.why && shownText(one.why) })),
  redirectsRejected: report.redirectsRejected.map(withReason),
  skipped: report.skipped.map(withReason),
  rejected: report.rejected.map((one) => ({ ...withReason(one), key: shownText(one.key) })),
  picturesFailed: report.picturesFailed.map(withReason),
  notes: report.notes.map(({ key, notes }) => ({ key, notes: notes.map((note) => shownText(note)) })),
})

const withReason = <T extends { why: string }>(one: T): T => ({ ...one, why: shownText(one.why) })
