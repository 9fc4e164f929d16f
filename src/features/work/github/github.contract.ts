import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { githubFailureCodes } from '#providers/github/github.contract.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { ActivitiesQuery, GithubActivityList, MemberQuery } from './activities.contract.ts'

/** Source: docs/product.md, Data. */
export const GithubRepository = z.object({
  name: z.string(),
  fullName: z.string(),
  description: z.nullable(z.string()),
  language: z.nullable(z.string()),
  stars: z.int().check(z.gte(0)),
  forks: z.int().check(z.gte(0)),
  htmlUrl: z.string(),
  updatedAt: z.iso.datetime(),
  isFork: z.boolean(),
  isArchived: z.boolean(),
})
export type GithubRepository = z.infer<typeof GithubRepository>
/** Most recently updated first, at most 100. */
export const GithubRepositoryList = z.array(GithubRepository)

/** The contributions on one day, in UTC. */
export const ContributionDay = z.object({ date: z.iso.date(), count: z.int().check(z.gte(0)) })
export type ContributionDay = z.infer<typeof ContributionDay>

/** Without a year: the last 365 days. */
const ContributionsQuery = z.extend(MemberQuery, {
  year: z.optional(
    z.pipe(
      z.string().check(z.regex(/^20\d\d$/)),
      z.transform((text: string) => Number(text)),
    ),
  ),
})

/** Source: docs/product.md, Data. `weeks`: the known days without gaps, oldest first. `eventCounts`: the number of
 *  events stored for these days, by GitHub event type (`PushEvent`). `source`: whether the days come from GitHub's
 *  calendar or from these events. `years`: years with data, newest first. */
export const GithubContributions = z.object({
  totalContributions: z.int().check(z.gte(0)),
  eventCounts: z.record(z.string(), z.int().check(z.gte(0))),
  weeks: z.array(ContributionDay),
  source: z.enum(['calendar', 'events']),
  years: z.array(z.int()),
})
export type GithubContributions = z.infer<typeof GithubContributions>

/** The status of a member's account. `syncedAt`: the last successful sync, null before the first. `failure`: why the
 *  last sync failed, with a message to show. `retryAt`: the earliest time of the next sync. */
export const GithubStatus = z.object({
  githubUsername: z.nullable(z.string()),
  syncedAt: z.nullable(z.iso.datetime()),
  failure: z.nullable(
    z.object({ code: z.enum(githubFailureCodes), message: z.string(), retryAt: z.nullable(z.iso.datetime()) }),
  ),
})
export type GithubStatus = z.infer<typeof GithubStatus>

export const noAccountMessage = () => t('No GitHub account is connected. Enter your GitHub username in the settings.')

/** `count`: number of new activities. */
export const SyncAnswer = z.object({ count: z.int().check(z.gte(0)), message: z.string() })
export type SyncAnswer = z.infer<typeof SyncAnswer>

export const listGithubActivities = endpoint('GET /api/github-activities', {
  summary: 'List GitHub activity, newest first',
  access: 'anyone',
  query: ActivitiesQuery,
  answer: GithubActivityList,
})
export const listGithubRepositories = endpoint('GET /api/github/repositories', {
  summary: 'List GitHub repositories, most recently updated first',
  access: 'anyone',
  query: MemberQuery,
  answer: GithubRepositoryList,
})
export const getGithubContributions = endpoint('GET /api/github/contributions', {
  summary: 'Get a year of GitHub contributions',
  access: 'anyone',
  query: ContributionsQuery,
  answer: GithubContributions,
})
export const getGithubStatus = endpoint('GET /api/github/status', {
  summary: 'Get the status of a connected GitHub account',
  access: 'anyone',
  query: MemberQuery,
  answer: GithubStatus,
})

/** Limited to once a minute for both endpoints combined. Source: docs/product.md, GitHub page. */
const syncs = { access: 'member', answer: SyncAnswer, limits: [perMember('github-sync', 1, 60)] } as const
export const syncGithubAccount = endpoint('POST /api/github/sync', {
  summary: 'Sync your GitHub activity',
  ...syncs,
})
/** The same as `syncGithubAccount`. */
export const refreshGithubActivities = endpoint('POST /api/github-activities/refresh', {
  summary: 'Sync your GitHub activity',
  ...syncs,
})
