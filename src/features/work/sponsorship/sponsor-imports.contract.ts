import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'

export const maxImportMb = 5
export const maxImportLines = 20_001
/** Maximum number of rejected lines in a report. */
export const maxReportedLines = 200
export const tooManyLines = () => t('The file has more than 20,000 lines. Split it and import the parts.')

/** The result of an import: how many sponsors are new, changed, unchanged, or ended; how many have no monthly amount in
 *  US dollars; and how many lines were rejected, with details of the first {@link maxReportedLines}. */
export const SponsorImportReport = z.object({
  platform: z.string(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  ended: z.int(),
  withoutAmount: z.int(),
  skippedCount: z.int(),
  skipped: z.array(z.object({ line: z.int(), reason: z.string() })),
})
export type SponsorImportReport = z.infer<typeof SponsorImportReport>

export const importSponsors = endpoint('POST /api/sponsors/import', {
  summary: 'Import sponsors from a CSV file',
  access: 'writer',
  body: media('multipart/form-data'),
  answer: SponsorImportReport,
  limits: [perMember('sponsor-imports', 20, 600)],
  // An import can end sponsorships and make sponsors private.
  changes: ['members', 'removals'],
})
