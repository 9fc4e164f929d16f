import { sponsorshipAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { page } from '../page.ts'

export const sponsorshipPage = page(sponsorshipAddress, {
  name: 'sponsorship',
  section: 'sponsor',
  view: () => import('./sponsorship.tsx').then((module) => module.sponsorshipView),
  guard: true,
})
