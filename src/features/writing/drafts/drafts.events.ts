import { event } from '#kernel/event.ts'
import type { DraftInput } from './drafts.contract.ts'

/** The member imports a draft. `updatedAt` is null if the other site does not say when it was last edited. */
export const draftImported = event<{ memberId: number; key: string; input: DraftInput; updatedAt: Date | null }>(
  'draft.imported',
)
