import type { GithubEvent } from '#providers/github/github.ts'
import { EventPayload } from './event-payload.ts'
import type { DescribedEvent } from './github-events.store.ts'
import type { ActivityType, GithubActivity } from './activities.contract.ts'

type Words = Pick<GithubActivity, 'actionDetails' | 'url'>
interface Description extends Words {
  activity: ActivityType
  /** Distinguishes this event from others of the same kind in the same repository. */
  mark: string
}

const site = 'https://github.com'
const maxDetails = 200

/** Describes the event. An event whose payload is incomplete is counted but not listed. */
export function describeEvent({ type, repoName, payload, createdAt }: Omit<GithubEvent, 'id'>): DescribedEvent {
  const repoUrl = `${site}/${repoName.split('/').map(encodeURIComponent).join('/')}`
  const parsed = EventPayload.safeParse(payload)
  const described = parsed.success ? describers.get(type)?.(parsed.data, repoUrl) : null
  return {
    type,
    activity: described?.activity ?? null,
    repoName,
    details: described ? plain(described.actionDetails) : '',
    url: described?.url ?? repoUrl,
    key: described ? `${type} ${repoName} ${described.mark}`.toLowerCase() : null,
    createdAt,
  }
}

type Describer = (payload: EventPayload, repoUrl: string) => Description | null

const describers = new Map<string, Describer>([
  ['PushEvent', push],
  ['PullRequestEvent', pullRequest],
  ['IssuesEvent', issue],
  ['WatchEvent', (_, url) => ({ activity: 'star', actionDetails: '', url, mark: '' })],
  ['ForkEvent', fork],
  ['CreateEvent', create],
  ['ReleaseEvent', release],
  ['PullRequestReviewEvent', review],
  ['IssueCommentEvent', issueComment],
  ['PullRequestReviewCommentEvent', reviewComment],
  ['CommitCommentEvent', commitComment],
])

const shortHash = (commit: string) => commit.slice(0, 7)
const shortRef = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, '')
const isNothing = (commit: string) => /^0+$/.test(commit)

function push({ ref, head, before, size }: EventPayload, repoUrl: string): Description | null {
  if (ref === undefined) return null
  const commits = size && size > 0 ? ` (${size} commit${size === 1 ? '' : 's'})` : ''
  const at = head && !isNothing(head) ? ` at ${shortHash(head)}` : ''
  return {
    activity: 'push',
    actionDetails: shortRef(ref) + at + commits,
    url: at ? pushUrl(repoUrl, head!, before) : repoUrl,
    mark: `${ref} ${head ?? ''}`,
  }
}

const pushUrl = (repoUrl: string, head: string, before: string | undefined) =>
  before && !isNothing(before) ? `${repoUrl}/compare/${before}...${head}` : `${repoUrl}/commit/${head}`

/** Returns `#12 opened: Title`, or `#12 opened` if there is no title. */
const numberedWords = (number: number, did: string, title: string | undefined) =>
  `#${number}${did && ` ${did}`}${title ? `: ${title}` : ''}`

const shownActions = new Set(['opened', 'closed', 'reopened', 'merged'])

function pullRequest({ action, number, pull_request: pull }: EventPayload, repoUrl: string): Description | null {
  const its = number ?? pull?.number
  if (its === undefined || !action || !shownActions.has(action)) return null
  const did = pull?.merged ? 'merged' : action
  return {
    activity: 'pr',
    actionDetails: numberedWords(its, did, pull?.title),
    url: `${repoUrl}/pull/${its}`,
    // GitHub's event list has used both `merged` and `closed` for a merge.
    mark: `${its} ${action === 'merged' ? 'closed' : action}`,
  }
}

function issue({ action, issue: its }: EventPayload, repoUrl: string): Description | null {
  if (its?.number === undefined || !action || !shownActions.has(action)) return null
  return {
    activity: 'issue',
    actionDetails: numberedWords(its.number, action, its.title),
    url: `${repoUrl}/issues/${its.number}`,
    mark: `${its.number} ${action}`,
  }
}

function fork({ forkee }: EventPayload, repoUrl: string): Description {
  const to = forkee?.full_name ?? ''
  return { activity: 'fork', actionDetails: to && `to ${to}`, url: repoUrl, mark: to }
}

function create({ ref, ref_type: kind = 'repository' }: EventPayload, repoUrl: string): Description {
  const name = kind !== 'repository' && ref ? shortRef(ref) : ''
  const url = name ? `${repoUrl}/tree/${name.split('/').map(encodeURIComponent).join('/')}` : repoUrl
  return { activity: 'create', actionDetails: name ? `${kind} ${name}` : kind, url, mark: `${kind} ${name}` }
}

function release({ action, release: its }: EventPayload, repoUrl: string): Description | null {
  const tag = its?.tag_name
  if (!tag || action !== 'published') return null
  const name = its.name && its.name !== tag ? `: ${its.name}` : ''
  const url = `${repoUrl}/releases/tag/${tag.split('/').map(encodeURIComponent).join('/')}`
  return { activity: 'release', actionDetails: tag + name, url, mark: tag }
}

function review({ review: its, pull_request: pull }: EventPayload, repoUrl: string): Description | null {
  if (pull?.number === undefined) return null
  return {
    activity: 'review',
    actionDetails: numberedWords(pull.number, (its?.state ?? '').replaceAll('_', ' ').toLowerCase(), pull.title),
    url: withAnchor(`${repoUrl}/pull/${pull.number}`, 'pullrequestreview-', its?.id),
    mark: `${pull.number} ${its?.id ?? ''}`,
  }
}

function issueComment({ issue: its, comment }: EventPayload, repoUrl: string): Description | null {
  if (its?.number === undefined) return null
  return {
    activity: 'comment',
    actionDetails: numberedWords(its.number, '', its.title),
    url: withAnchor(`${repoUrl}/issues/${its.number}`, 'issuecomment-', comment?.id),
    mark: `${its.number} ${comment?.id ?? ''}`,
  }
}

function reviewComment({ pull_request: pull, comment }: EventPayload, repoUrl: string): Description | null {
  if (pull?.number === undefined) return null
  return {
    activity: 'comment',
    actionDetails: numberedWords(pull.number, '', pull.title),
    url: withAnchor(`${repoUrl}/pull/${pull.number}`, 'discussion_r', comment?.id),
    mark: `${pull.number} ${comment?.id ?? ''}`,
  }
}

function commitComment({ comment }: EventPayload, repoUrl: string): Description | null {
  const commit = comment?.commit_id
  if (!commit) return null
  return {
    activity: 'comment',
    actionDetails: `commit ${shortHash(commit)}`,
    url: withAnchor(`${repoUrl}/commit/${commit}`, 'commitcomment-', comment.id),
    mark: `${commit} ${comment.id ?? ''}`,
  }
}

const withAnchor = (url: string, prefix: string, id: number | undefined) => (id ? `${url}#${prefix}${id}` : url)

/** Returns the text on one line, truncated and without invisible characters. */
const plain = (text: string) => {
  const line = text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ')
  return line.length <= maxDetails ? line : `${line.slice(0, maxDetails - 1).toWellFormed()}…`
}
