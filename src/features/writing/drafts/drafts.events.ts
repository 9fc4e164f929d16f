import { event } from '#kernel/event.ts'
import type { DraftInput } from './drafts.contract.ts'

interface ImportedDraft {
  memberId: number
  key: string
  input: DraftInput
  /** Null if the other site does not say when it was last edited. */
  updatedAt: Date | null
  /** When the other site would have published it. A time that has passed is ignored. */
  schedule?: { publishAt: Date; timeZone: string } | null
}

/** The member imports a draft. */
export const draftImported = event<ImportedDraft>('draft.imported')
