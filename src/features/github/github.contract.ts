import * as z from 'zod/mini'
import { IdText } from '#features/ids/ids.contract.ts'
import { PageQuery } from '#features/paging/paging.contract.ts'
import { activitiesPerPage } from './activities.contract.ts'

export const activitiesPath = '/api/github-activities'
export const refreshPath = `${activitiesPath}/refresh` as const
export const syncPath = '/api/github/sync'
export const repositoriesPath = '/api/github/repositories'
export const contributionsPath = '/api/github/contributions'
export const githubStatusPath = '/api/github/status'
export const githubWebhookPath = '/api/webhooks/github'

/** Whose GitHub is asked for: the named member's, else that of whoever asks, else the site owner's. */
const whose = { username: z.optional(z.string().check(z.maxLength(64))) }
/** `before`: only what stands after this activity in the list. `q`: only what has each of these words, the first eight,
 *  in its repository's name, its details or its type, in any case. */
export const ActivitiesQuery = z.object({
  ...whose,
  limit: z._default(PageQuery.shape.limit, activitiesPerPage),
  before: z.optional(IdText),
  q: z.optional(z.string().check(z.maxLength(200))),
})
export type ActivitiesQuery = z.infer<typeof ActivitiesQuery>
export const WhoseQuery = z.object(whose)

/** Source: spec §3. */
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
/** The latest changed first, at most a hundred. */
export const GithubRepositoryList = z.array(GithubRepository)

/** A day in UTC and what was contributed on it. */
export const ContributionDay = z.object({ date: z.iso.date(), count: z.int().check(z.gte(0)) })
export type ContributionDay = z.infer<typeof ContributionDay>

/** Without a year: the last 365 days. */
export const ContributionsQuery = z.object({ ...whose, year: z.optional(z.string().check(z.regex(/^20\d\d$/))) })

/** Source: spec §3. `weeks`: the days of which something is known, without a gap, oldest first. `eventCounts`: the events
 *  of these days that this site has kept, by GitHub's names (`PushEvent`). `source`: where the days come from, GitHub's own
 *  calendar or those events. `years`: those that can be asked for, newest first. */
export const GithubContributions = z.object({
  totalContributions: z.int().check(z.gte(0)),
  eventCounts: z.record(z.string(), z.int().check(z.gte(0))),
  weeks: z.array(ContributionDay),
  source: z.enum(['calendar', 'events']),
  years: z.array(z.int()),
})
export type GithubContributions = z.infer<typeof GithubContributions>

/** What hinders reading an account. */
export const githubFailureCodes = ['not_found', 'renamed', 'bad_token', 'limit', 'blocked', 'unavailable'] as const
export type GithubFailureCode = (typeof githubFailureCodes)[number]

/** How a member's account stands. `syncedAt`: when GitHub was last read, null before the first time. `failure`: what came of
 *  the last try, when it failed; its message is for people. `retryAt`: before it nothing is asked. */
export const GithubStatus = z.object({
  githubUsername: z.nullable(z.string()),
  syncedAt: z.nullable(z.iso.datetime()),
  failure: z.nullable(
    z.object({ code: z.enum(githubFailureCodes), message: z.string(), retryAt: z.nullable(z.iso.datetime()) }),
  ),
})
export type GithubStatus = z.infer<typeof GithubStatus>

/** What stops a sync before anything is asked. */
export const noAccountMessage = 'No GitHub account is connected. Please enter your GitHub username in the settings.'

/** `count`: activities that were not known before. */
export const SyncAnswer = z.object({ count: z.int().check(z.gte(0)), message: z.string() })
export type SyncAnswer = z.infer<typeof SyncAnswer>
