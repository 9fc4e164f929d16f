import type { sharedDraftAddress } from '#features/writing/shared-drafts/shared-draft-addresses.contract.ts'
import { findSharedDraft } from '#features/writing/shared-drafts/shared-draft.ts'
import { sharedDraftQuery } from '#features/writing/shared-drafts/shared-drafts.hooks.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

/** A link that never existed, was revoked, or has expired returns 404. */
export const loadSharedDraft: Load<typeof sharedDraftAddress> = async (ctx, { params: { token } }) => {
  const draft = await findSharedDraft(ctx, token)
  return { status: draft ? 200 : 404, entries: [preload(sharedDraftQuery(token), draft)] }
}
