import type { DemoPart } from '#kernel/demo.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { addGoal } from './sponsor-goals.store.ts'
import { addTier } from './sponsor-tiers.store.ts'
import { addSponsor } from './sponsors.store.ts'

const tiers = [
  {
    name: 'Coffee',
    amount: 500,
    description: 'A coffee a month, and my thanks.',
    benefits: ['Your name on this page', 'A postcard at the end of the year'],
  },
  {
    name: 'Supporter',
    amount: 1500,
    description: 'You make an afternoon of open source possible.',
    benefits: ['All of the above', 'Drafts of articles a week early', 'A vote on what I write next'],
  },
  {
    name: 'Studio',
    amount: 10_000,
    description: 'For teams that build on what I maintain.',
    benefits: ['Your logo in the READMEs', 'An hour of pairing each month', 'Your bugs come first'],
  },
]
const amounts = [500, 1500, 500, 10_000, 500, 1500, 2500, 500, 1500]

/** The owner has tiers, a goal, and sponsors: the other members and two private ones. */
export const sponsorshipDemo: DemoPart = async ({ ctx: { db, siteUrl }, members: [owner, ...others] }) => {
  if (!owner) return
  for (const tier of tiers) await addTier(db, owner.id, tier)
  await addGoal(db, owner.id, {
    title: 'One day a week for open source',
    amount: 500,
    description:
      'With $500 a month I can keep Fridays free: for maintenance, for reviews, and for articles without a paywall.',
  })
  for (const amount of [1500, 500]) await addSponsor(db, owner.id, { amount, since: '2026-03', isPrivate: true })
  for (const [index, { username, fullName, profileImage }] of others.entries())
    await addSponsor(db, owner.id, {
      displayName: fullName,
      username,
      profileImage,
      profileUrl: siteUrl + profileAddress.href({ username }),
      amount: amounts[index % amounts.length],
      since: `2025-${String((index % 12) + 1).padStart(2, '0')}`,
      isPrivate: false,
    })
}
