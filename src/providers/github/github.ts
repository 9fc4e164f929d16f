import type { GithubFailureCode } from './github.contract.ts'

/** What GitHub says on success. `null` in place of a value: nothing has changed since `etag`. */
export interface GithubValue<T> {
  ok: true
  value: T | null
  /** Names this state of what was asked for; null when GitHub gave none. */
  etag: string | null
  /** Before this GitHub does not want to be asked for the same again. Source: X-Poll-Interval. */
  notBefore: Date | null
  /** A further page follows. Source: Link. */
  hasNext: boolean
}
export interface GithubFailure {
  ok: false
  code: GithubFailureCode
  /** For people, a sentence. */
  message: string
  /** For `limit`: when it can be tried again. */
  retryAt: Date | null
}
/** Never thrown: every call answers one of the two, within ten seconds. */
export type GithubAnswer<T> = GithubValue<T> | GithubFailure

export interface GithubAccount {
  id: number
  login: string
}
/** As GitHub has it; `payload` by `type`. Source: GitHub, "GitHub event types". */
export interface GithubEvent {
  id: string
  type: string
  repoName: string
  payload: unknown
  createdAt: Date
}
export interface GithubRepositoryFacts {
  id: number
  name: string
  fullName: string
  description: string | null
  language: string | null
  stars: number
  forks: number
  htmlUrl: string
  homepage: string | null
  topics: string[]
  defaultBranch: string
  license: string | null
  isFork: boolean
  isArchived: boolean
  updatedAt: Date
  pushedAt: Date | null
}
export interface GithubRelease {
  tagName: string
  name: string | null
  htmlUrl: string
  publishedAt: Date
}
/** An issue or a pull request. */
export interface GithubIssueFacts {
  number: number
  isPullRequest: boolean
  title: string
  state: 'open' | 'closed' | 'merged' | 'draft'
  author: string | null
  comments: number
  labels: { name: string; color: string }[]
  htmlUrl: string
  createdAt: Date
}
export interface GithubFile {
  text: string
  /** The commit that `ref` stood for. */
  commit: string
  htmlUrl: string
}
export interface GithubDay {
  /** `2026-11-22`, in UTC. */
  date: string
  count: number
}
export interface GithubSponsorship {
  /** GitHub's node id of the sponsorship's sponsor. */
  sponsorId: string
  login: string | null
  name: string | null
  avatarUrl: string | null
  isPrivate: boolean
  monthlyCents: number
  isOneTime: boolean
  since: Date
}

/** Reads from GitHub what everybody may read: what a token opens besides is not there. All addresses are made here: nobody
 *  outside chooses the host. */
export interface Github {
  /** Calendars and sponsors are told to those alone who have a token. */
  hasToken: boolean
  /** @param id the account's, where it is known: `renamed` when it has another name now */
  account(username: string, etag?: string | null, id?: number | null): Promise<GithubAnswer<GithubAccount>>
  /** Public events, newest first: `page` 1 to 3 of a hundred each, which is all that GitHub keeps. */
  events(username: string, page: number, etag?: string | null): Promise<GithubAnswer<GithubEvent[]>>
  /** The hundred that changed last. */
  repositories(username: string, etag?: string | null): Promise<GithubAnswer<GithubRepositoryFacts[]>>
  /** The calendar of a year at most; `unavailable` without a token. */
  calendar(username: string, from: Date, to: Date): Promise<GithubAnswer<GithubDay[]>>
  repository(owner: string, name: string, etag?: string | null): Promise<GithubAnswer<GithubRepositoryFacts>>
  /** Null as `value.release` when there is none. */
  latestRelease(owner: string, name: string): Promise<GithubAnswer<{ release: GithubRelease | null }>>
  /** The README's source; null as `value.markdown` when there is none, or more than 512 kB of it. */
  readme(
    owner: string,
    name: string,
    etag?: string | null,
  ): Promise<GithubAnswer<{ markdown: string | null; path: string; htmlUrl: string }>>
  issue(owner: string, name: string, number: number, etag?: string | null): Promise<GithubAnswer<GithubIssueFacts>>
  /** A text file of at most 1 MB. @param ref a branch, a tag, a commit */
  file(owner: string, name: string, ref: string, path: string): Promise<GithubAnswer<GithubFile>>
  /** All active sponsorships of whom the token is of: a hundred at a time, each within ten seconds, at most 10,000. */
  sponsorships(): Promise<GithubAnswer<GithubSponsorship[]>>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    github: Github
  }
}
