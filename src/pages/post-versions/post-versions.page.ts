import { postVersionsAddress } from '#features/writing/versions/version-addresses.contract.ts'
import { page } from '../page.ts'

export const postVersionsPage = page(postVersionsAddress, {
  name: 'post-versions',
  view: async () => (await import('./post-versions.tsx')).postVersionsView,
  load: async () => (await import('./post-versions.load.ts')).loadPostVersions,
})
