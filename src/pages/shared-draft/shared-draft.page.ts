import { sharedDraftAddress } from '#features/writing/shared-drafts/shared-draft-addresses.contract.ts'
import { page } from '../page.ts'

export const sharedDraftPage = page(sharedDraftAddress, {
  name: 'shared-draft',
  section: 'blog',
  view: () => import('./shared-draft.tsx').then((module) => module.sharedDraftView),
  load: async () => (await import('./shared-draft.load.ts')).loadSharedDraft,
  isPrivate: true,
})
