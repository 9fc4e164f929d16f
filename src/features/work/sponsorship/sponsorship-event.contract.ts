import * as z from 'zod/mini'
import { maxCents } from './money.contract.ts'
import { nameOf, webAddressOf } from './sponsor-input.contract.ts'

const Login = z.string().check(z.minLength(1), z.maxLength(100))
const Delivery = z.object({
  action: z.string(),
  sponsorship: z.object({
    created_at: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time')),
    sponsorable: z.object({ login: Login }),
    sponsor: z.object({ login: Login, avatar_url: z.nullish(z.string()), html_url: z.nullish(z.string()) }),
    privacy_level: z.string(),
    tier: z.object({ monthly_price_in_cents: z.int().check(z.gte(0)), is_one_time: z.nullish(z.boolean()) }),
  }),
})

/** A sponsor on GitHub. `monthlyCents`: 0 for one-time sponsors. */
export interface GithubSponsor {
  login: string
  picture: string | null
  profileUrl: string | null
  monthlyCents: number
  isPrivate: boolean
  isActive: boolean
  /** Start of the current sponsorship. There may have been earlier ones. */
  beganAt: Date
}

/** A webhook event about a sponsorship. */
export interface SponsorshipEvent {
  action: string
  /** Login of the sponsored account. */
  sponsorable: string
  /** The sponsor after the event. */
  sponsor: GithubSponsor
}

/** @returns null for an invalid event. Source: GitHub, webhook event `sponsorship` */
export function readSponsorshipEvent(body: unknown): SponsorshipEvent | null {
  const { data } = Delivery.safeParse(body)
  if (!data) return null
  const { created_at, sponsorable, sponsor, privacy_level, tier } = data.sponsorship
  return {
    action: data.action,
    sponsorable: sponsorable.login,
    sponsor: {
      login: nameOf(sponsor.login),
      picture: webAddressOf(sponsor.avatar_url ?? ''),
      profileUrl: webAddressOf(sponsor.html_url ?? ''),
      monthlyCents: monthlyOf(tier.monthly_price_in_cents, tier.is_one_time ?? false),
      isPrivate: privacy_level !== 'public',
      isActive: true,
      beganAt: new Date(created_at),
    },
  }
}

/** One-time sponsorships count as zero per month. */
export const monthlyOf = (cents: number, isOneTime: boolean): number => (isOneTime ? 0 : Math.min(cents, maxCents))

/** Returns the sponsor after the event; null if it changes nothing. Deliveries arrive in any order: events from an
 *  earlier sponsorship are ignored, an ended sponsorship does not restart, and each kind of event changes only the
 *  fields that it concerns. Pending changes are sent again when they take effect. */
export function sponsorAfter(known: GithubSponsor | null, { action, sponsor }: SponsorshipEvent): GithubSponsor | null {
  if (known && sponsor.beganAt < known.beganAt) return null
  const same = known && sponsor.beganAt.getTime() === known.beganAt.getTime() ? known : null
  switch (action) {
    case 'created':
      return same ? null : sponsor
    case 'edited':
      return same ? { ...sponsor, monthlyCents: same.monthlyCents, isActive: same.isActive } : sponsor
    case 'tier_changed':
      return same ? { ...same, monthlyCents: sponsor.monthlyCents } : sponsor
    case 'cancelled':
      return { ...(same ?? sponsor), isActive: false }
    default:
      return null
  }
}

/** Returns the part of a change that a reader's sponsor page may show: the sponsorship ends, costs less, or becomes
 *  private. Returns null if nothing changes. */
export function withoutPublishing(known: GithubSponsor | null, next: GithubSponsor | null): GithubSponsor | null {
  if (!next?.isActive) return next
  if (!known?.isActive) return null
  return {
    ...known,
    monthlyCents: Math.min(known.monthlyCents, next.monthlyCents),
    isPrivate: known.isPrivate || next.isPrivate,
  }
}
