import { t } from '#messages/messages.ts'

/** The results of an import or, in a dry run, the expected results. */
export interface ImportReport {
  kind: string
  isDryRun: boolean
  /** Published. `address` is null in a dry run. */
  posts: { key: string; title: string; address: string | null }[]
  /** `why`: why it is not published; null if it was already a draft. */
  drafts: { key: string; title: string; why: string | null }[]
  /** Pages such as `/about`. `address` is null in a dry run. */
  pages: { key: string; title: string; address: string | null }[]
  alreadyImported: number
  /** Whether the profile was imported. */
  hasProfile: boolean
  projectsImported: number
  commentsImported: number
  /** Old addresses that redirect. */
  redirects: number
  /** Old addresses of drafts, which redirect once the drafts are published. */
  redirectsPending: number
  /** Old addresses that do not redirect, because only administrators can add redirects. */
  redirectsSkipped: number
  /** Old addresses that do not redirect. `key`: the post or file with the redirect. */
  redirectsRejected: { key: string; from: string; to: string; why: string }[]
  /** Items that the old site did not publish as posts, and lists, which this site generates itself. */
  skipped: { key: string; why: string }[]
  rejected: { key: string; why: string }[]
  picturesCopied: number
  /** Pictures that still load from their old URLs. */
  picturesFailed: { address: string; why: string }[]
  /** What to check in imported posts: parts that were not converted, and guessed dates. */
  notes: { key: string; notes: string[] }[]
  /** Tags that were dropped from a post: too many, too long, or without letters or digits. */
  tagsOmitted: { key: string; tags: string[] }[]
}

/** Formats the report for a terminal. */
export function reportText(report: ImportReport): string {
  const {
    kind,
    isDryRun,
    posts,
    drafts,
    alreadyImported,
    rejected,
    picturesCopied,
    picturesFailed,
    notes,
    tagsOmitted,
    skipped,
    commentsImported,
  } = report
  const unfinished = drafts.filter(({ why }) => why !== null)
  return [
    isDryRun ? t('Dry run: would be imported ({kind}):', { kind }) : t('Imported ({kind}):', { kind }),
    indented(
      t('posts: {posts}, drafts: {drafts}; already imported: {alreadyImported}; not imported: {rejected}', {
        posts: posts.length,
        drafts: drafts.length,
        alreadyImported,
        rejected: rejected.length,
      }),
    ),
    ...(report.hasProfile ? [indented(t('the profile'))] : []),
    ...(report.projectsImported > 0 ? [indented(t('projects: {count}', { count: report.projectsImported }))] : []),
    ...(report.pages.length > 0 ? [indented(t('pages: {count}', { count: report.pages.length }))] : []),
    ...(commentsImported > 0 ? [indented(t('comments: {count}', { count: commentsImported }))] : []),
    ...(report.redirects > 0
      ? [indented(t('redirects from old addresses: {count}', { count: report.redirects }))]
      : []),
    ...(report.redirectsPending > 0
      ? [
          indented(
            t(
              '{count, plural, one {{count} old address of a draft, which redirects once the draft is published} other {{count} old addresses of drafts, which redirect once these are published}}',
              { count: report.redirectsPending },
            ),
          ),
        ]
      : []),
    ...(report.redirectsSkipped > 0
      ? [
          indented(
            t(
              '{count, plural, one {{count} old address does not redirect, because only administrators can add redirects} other {{count} old addresses do not redirect, because only administrators can add redirects}}',
              { count: report.redirectsSkipped },
            ),
          ),
        ]
      : []),
    ...(isDryRun
      ? []
      : [
          indented(
            t('pictures copied: {copied}; not copied: {failed}', {
              copied: picturesCopied,
              failed: picturesFailed.length,
            }),
          ),
        ]),
    ...section(
      t('Saved as drafts, because they cannot be published:'),
      unfinished.map(({ key, why }) => `${key}: ${why}`),
    ),
    ...section(
      t('Not imported:'),
      rejected.map(({ key, why }) => `${key}: ${why}`),
    ),
    ...section(
      t('Left out, because they are not posts or pages:'),
      skipped.map(({ key, why }) => `${key}: ${why}`),
    ),
    ...section(
      t('Old addresses that do not redirect:'),
      report.redirectsRejected.map(({ key, from, why }) => `${key}: ${from}: ${why}`),
    ),
    ...section(
      t('Pictures that were not copied:'),
      picturesFailed.map(({ address, why }) => `${address}: ${why}`),
    ),
    ...section(
      t('Notes:'),
      notes.flatMap(({ key, notes }) => notes.map((note) => `${key}: ${note}`)),
    ),
    ...section(
      t('Tags that were left out, because a post can have at most ten:'),
      tagsOmitted.map(({ key, tags }) => `${key}: ${tags.join(', ')}`),
    ),
  ]
    .map((line) => line.replace(/\p{Cc}/gu, ' '))
    .join('\n')
}

const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines.map(indented)] : []

const indented = (line: string): string => `  ${line}`
