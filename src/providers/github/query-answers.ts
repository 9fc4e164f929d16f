import * as z from 'zod/mini'
import type { GithubDay, GithubSponsorship } from './github.ts'

/** Source: GitHub, GraphQL API, `ContributionCalendar` and `Sponsorship`. */
export const calendarQuery = `query ($login: String!, $from: DateTime!, $to: DateTime!) {
  user(login: $login) {
    contributionsCollection(from: $from, to: $to) {
      contributionCalendar { weeks { contributionDays { date contributionCount } } }
    }
  }
}`
const Day = z.object({ date: z.iso.date(), contributionCount: z.int().check(z.gte(0)) })
export const Calendar: z.ZodMiniType<GithubDay[]> = z.pipe(
  z.object({
    user: z.object({
      contributionsCollection: z.object({
        contributionCalendar: z.object({ weeks: z.array(z.object({ contributionDays: z.array(Day) })) }),
      }),
    }),
  }),
  z.transform(({ user }) =>
    user.contributionsCollection.contributionCalendar.weeks.flatMap(({ contributionDays }) =>
      contributionDays.map(({ date, contributionCount }) => ({ date, count: contributionCount })),
    ),
  ),
)

const sponsor = 'id login name avatarUrl'
export const sponsorshipsQuery = `query ($after: String) {
  viewer {
    sponsorshipsAsMaintainer(first: 100, after: $after, includePrivate: true, activeOnly: true) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id
        privacyLevel
        isOneTimePayment
        createdAt
        tier { monthlyPriceInCents }
        sponsorEntity { ... on User { ${sponsor} } ... on Organization { ${sponsor} } }
      }
    }
  }
}`
const Sponsor = z.object({
  id: z.string(),
  login: z.string(),
  name: z.nullish(z.string()),
  avatarUrl: z.url({ protocol: /^https?$/ }),
})
const Sponsorship: z.ZodMiniType<GithubSponsorship> = z.pipe(
  z.object({
    id: z.string(),
    privacyLevel: z.enum(['PUBLIC', 'PRIVATE']),
    isOneTimePayment: z.boolean(),
    createdAt: z.iso.datetime({ offset: true }),
    tier: z.nullable(z.object({ monthlyPriceInCents: z.int().check(z.gte(0)) })),
    sponsorEntity: z.nullable(Sponsor),
  }),
  z.transform(({ id, privacyLevel, isOneTimePayment, createdAt, tier, sponsorEntity }) => ({
    sponsorId: sponsorEntity?.id ?? id,
    login: sponsorEntity?.login ?? null,
    name: sponsorEntity?.name || null,
    avatarUrl: sponsorEntity?.avatarUrl ?? null,
    isPrivate: privacyLevel === 'PRIVATE',
    monthlyCents: tier?.monthlyPriceInCents ?? 0,
    isOneTime: isOneTimePayment,
    since: new Date(createdAt),
  })),
)
export const SponsorshipPage = z.pipe(
  z.object({
    viewer: z.object({
      sponsorshipsAsMaintainer: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
        nodes: z.array(Sponsorship),
      }),
    }),
  }),
  z.transform(({ viewer: { sponsorshipsAsMaintainer: found } }) => ({
    sponsorships: found.nodes,
    next: found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null,
  })),
)
