import { textChange } from './text-change.contract.ts'
import type { Revision, RevisionChanges } from './history.contract.ts'

/** Compares a version with the previous one. Takes about 60 ms at most. */
export const revisionChanges = (before: Revision, after: Revision): RevisionChanges => ({
  title: textChange(before.title ?? '', after.title ?? ''),
  content: textChange(before.content, after.content, 50),
  before: { number: before.number, category: before.category, isLongForm: before.isLongForm },
})
