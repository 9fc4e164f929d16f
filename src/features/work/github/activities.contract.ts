import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { PageQuery } from '#schemas/paging.contract.ts'

// Separate from github.contract.ts to keep everyone's first page load small: the card on the feed needs only this part.

/** Kinds of GitHub activity that the site distinguishes. */
export const activityTypes = ['push', 'pr', 'star', 'fork', 'issue', 'create', 'release', 'review', 'comment'] as const
export type ActivityType = (typeof activityTypes)[number]

/** Source: docs/product.md, Data. `repoName`: `owner/name`. `actionDetails`: `main at 1a2b3c4`, `#12 opened: Title`,
 *  `branch next`; may be empty. `url`: the page on GitHub. `timestamp`: time of the activity. */
export const GithubActivity = z.object({
  id: Id,
  type: z.enum(activityTypes),
  repoName: z.string(),
  actionDetails: z.string(),
  url: z.string(),
  timestamp: z.iso.datetime(),
})
export type GithubActivity = z.infer<typeof GithubActivity>
/** Newest first. */
export const GithubActivityList = z.array(GithubActivity)

/** Number of activities on the feed's card. Source: docs/product.md, Limits. */
export const activitiesOnCard = 3
export const activitiesPerPage = 30

/** The member whose GitHub account to use. Default: the caller; for visitors, the site owner. */
export const MemberQuery = z.object({ username: z.optional(z.string().check(z.maxLength(64))) })
/** `before`: returns only activities after this one in the list. `q`: returns only activities whose repository name,
 *  details, or type match each of the first eight words, ignoring case. */
export const ActivitiesQuery = z.extend(MemberQuery, {
  limit: z._default(PageQuery.shape.limit, activitiesPerPage),
  before: z.optional(IdText),
  q: z.optional(z.string().check(z.maxLength(200))),
})
export type ActivitiesQuery = z.infer<typeof ActivitiesQuery>

export const listMemberGithubActivities = endpoint('GET /api/users/:id/github-activities', {
  summary: 'List a member’s GitHub activity, newest first',
  access: 'anyone',
  params: { id: IdText },
  query: ActivitiesQuery,
  answer: GithubActivityList,
})
