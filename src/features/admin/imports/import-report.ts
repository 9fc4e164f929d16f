import type { SourceSite, Refusal } from './source-site.ts'

/** What was and what was not brought along; in a dry run, what would be. */
export interface ImportReport {
  kind: string
  isDryRun: boolean
  /** Published. `address` is null in a dry run. */
  posts: { key: string; title: string; address: string | null }[]
  /** Kept for the member to finish; `why` is null for what was a draft already. */
  drafts: { key: string; title: string; why: string | null }[]
  alreadyThere: number
  /** Whether the profile was filled in with what the source says of the member. */
  hasProfile: boolean
  projectsBrought: number
  notTaken: Refusal[]
  picturesCopied: number
  /** Still shown from where they were. */
  picturesFailed: { address: string; why: string }[]
  /** The old site's words that are no category here. */
  otherCategories: string[]
}

export const emptyReport = ({ kind, refused }: SourceSite, isDryRun: boolean): ImportReport => ({
  kind,
  isDryRun,
  posts: [],
  drafts: [],
  alreadyThere: 0,
  hasProfile: false,
  projectsBrought: 0,
  notTaken: [...refused],
  picturesCopied: 0,
  picturesFailed: [],
  otherCategories: [],
})

/** The report as lines to read in a terminal. */
export function reportText(report: ImportReport): string {
  const { kind, isDryRun, posts, drafts, alreadyThere, notTaken, picturesCopied, picturesFailed, otherCategories } =
    report
  const unfinished = drafts.filter(({ why }) => why !== null)
  return [
    `${isDryRun ? 'This is what would be brought along' : 'Brought along'} (${kind}):`,
    `  posts: ${posts.length}, drafts: ${drafts.length}; here already: ${alreadyThere}; not taken: ${notTaken.length}`,
    ...(report.hasProfile ? ['  the profile'] : []),
    ...(report.projectsBrought > 0 ? [`  projects: ${report.projectsBrought}`] : []),
    ...(isDryRun ? [] : [`  pictures copied: ${picturesCopied}; not copied: ${picturesFailed.length}`]),
    ...section(
      'Drafts that could not be published as they are:',
      unfinished.map(({ key, why }) => `${key}: ${why}`),
    ),
    ...section(
      'Not taken:',
      notTaken.map(({ key, why }) => `${key}: ${why}`),
    ),
    ...section(
      'Pictures that stay where they were:',
      picturesFailed.map(({ address, why }) => `${address}: ${why}`),
    ),
    ...section('Without a category of that name here, in General Thoughts:', otherCategories),
  ]
    .map((line) => line.replace(/\p{Cc}/gu, ' '))
    .join('\n')
}

const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : []
