import { event } from '#kernel/event.ts'
import type { DraftInput } from './drafts.contract.ts'

interface ImportedDraft {
  memberId: number
  key: string
  input: DraftInput
  /** Null if the other site does not report the time of the last edit. */
  updatedAt: Date | null
  /** When the other site would have published it. Past times are ignored. */
  schedule?: { publishAt: Date; timeZone: string } | null
}

/** A member is importing a draft. */
export const draftImported = event<ImportedDraft>('draft.imported')
