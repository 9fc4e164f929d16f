import { sponsorshipAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { page } from '../page.ts'

export const sponsorshipPage = page(sponsorshipAddress, {
  name: 'sponsorship',
  view: async () => (await import('./sponsorship.tsx')).sponsorshipView,
  guard: true,
})
