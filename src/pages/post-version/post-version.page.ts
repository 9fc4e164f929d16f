import { postVersionAddress } from '#features/writing/versions/version-addresses.contract.ts'
import { page } from '../page.ts'

export const postVersionPage = page(postVersionAddress, {
  name: 'post-version',
  view: async () => (await import('./post-version.tsx')).postVersionView,
  load: async () => (await import('./post-version.load.ts')).loadPostVersion,
})
