import type { ImportReport } from './import-report.contract.ts'
import type { SourceSite } from './source-site.ts'

export const emptyReport = ({ kind, refused, skipped, notes }: SourceSite, isDryRun: boolean): ImportReport => ({
  kind,
  isDryRun,
  posts: [],
  drafts: [],
  pages: [],
  alreadyImported: 0,
  hasProfile: false,
  projectsImported: 0,
  commentsImported: 0,
  redirects: 0,
  redirectsPending: 0,
  redirectsSkipped: 0,
  redirectsRejected: [],
  skipped: [...(skipped ?? [])],
  rejected: [...refused],
  picturesCopied: 0,
  picturesFailed: [],
  notes: notes?.length ? [{ key: kind, notes }] : [],
  tagsOmitted: [],
})
