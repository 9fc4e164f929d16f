import * as z from 'zod/mini'

const Count = z.int().check(z.gte(0))
const Reason = z.object({ key: z.string(), why: z.string() })
const Placed = z.object({ key: z.string(), title: z.string(), address: z.nullable(z.string()) })

/** The results of an import or, after a check, the expected results. `address` is null after a check. `drafts.why`: why
 *  it is not published; null if it was already a draft. */
export const RunReport = z.object({
  kind: z.string(),
  isDryRun: z.boolean(),
  posts: z.array(Placed),
  drafts: z.array(z.object({ key: z.string(), title: z.string(), why: z.nullable(z.string()) })),
  pages: z.array(Placed),
  alreadyImported: Count,
  hasProfile: z.boolean(),
  projectsImported: Count,
  commentsImported: Count,
  redirects: Count,
  redirectsPending: Count,
  redirectsSkipped: Count,
  redirectsRejected: z.array(z.object({ key: z.string(), from: z.string(), to: z.string(), why: z.string() })),
  skipped: z.array(Reason),
  rejected: z.array(Reason),
  picturesCopied: Count,
  picturesFailed: z.array(z.object({ address: z.string(), why: z.string() })),
  notes: z.array(z.object({ key: z.string(), notes: z.array(z.string()) })),
  tagsOmitted: z.array(z.object({ key: z.string(), tags: z.array(z.string()) })),
})
export type RunReport = z.infer<typeof RunReport>

/** The length of each list in a report. */
export const ReportCounts = z.object({
  posts: Count,
  drafts: Count,
  pages: Count,
  skipped: Count,
  rejected: Count,
  redirectsRejected: Count,
  picturesFailed: Count,
  notes: Count,
  tagsOmitted: Count,
})
export type ReportCounts = z.infer<typeof ReportCounts>

/** How many entries of each list the screen shows. The downloaded report contains all of them. */
const shownEntries = 100

const lists = [
  'posts',
  'drafts',
  'pages',
  'skipped',
  'rejected',
  'redirectsRejected',
  'picturesFailed',
  'notes',
  'tagsOmitted',
] as const satisfies (keyof ReportCounts)[]

export const countsOf = (report: RunReport): ReportCounts =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `lists` has all keys
  Object.fromEntries(lists.map((name) => [name, report[name].length])) as ReportCounts

/** Returns the report with the first entries of each list. */
export const excerptOf = (report: RunReport): RunReport => ({
  ...report,
  ...Object.fromEntries(lists.map((name) => [name, report[name].slice(0, shownEntries)])),
})
