import type { GithubFailureCode } from './github.contract.ts'

/** A successful response. `value` is null if nothing has changed since `etag`. */
export interface GithubValue<T> {
  ok: true
  value: T | null
  /** Identifies this version of the resource; null if GitHub sent none. */
  etag: string | null
  /** GitHub asks clients not to request the same resource again before this time. Source: X-Poll-Interval. */
  notBefore: Date | null
  /** Whether there is another page. Source: Link. */
  hasNext: boolean
}
export interface GithubFailure {
  ok: false
  code: GithubFailureCode
  /** A sentence to show to users. */
  message: string
  /** For `limit`: when to try again. */
  retryAt: Date | null
}
/** Every call returns an answer or a failure within ten seconds and never throws. */
export type GithubAnswer<T> = GithubValue<T> | GithubFailure

export interface GithubAccount {
  id: number
  login: string
}
/** An event in GitHub's format; the shape of `payload` depends on `type`. Source: GitHub, "GitHub event types". */
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
  /** The commit that `ref` resolved to. */
  commit: string
  htmlUrl: string
}
export interface GithubDay {
  /** `2026-11-22`, in UTC. */
  date: string
  count: number
}
export interface GithubSponsorship {
  /** GitHub's node id for the sponsor. */
  sponsorId: string
  login: string | null
  name: string | null
  avatarUrl: string | null
  isPrivate: boolean
  monthlyCents: number
  isOneTime: boolean
  since: Date
}

/** Reads public data from GitHub. Anything that is visible only with the token is treated as missing. All URLs are
 *  built here, so that no caller can choose the host. */
export interface Github {
  /** Calendars and sponsors require a token. */
  hasToken: boolean
  /** @param id the account's id, if known; if that account has another name now, the result is `renamed` */
  account(username: string, etag?: string | null, id?: number | null): Promise<GithubAnswer<GithubAccount>>
  /** Public events, newest first. `page`: 1 to 3, each with a hundred events. GitHub stores no more. */
  events(username: string, page: number, etag?: string | null): Promise<GithubAnswer<GithubEvent[]>>
  /** The hundred most recently updated repositories. */
  repositories(username: string, etag?: string | null): Promise<GithubAnswer<GithubRepositoryFacts[]>>
  /** The contribution calendar for a period of up to a year; `unavailable` without a token. */
  calendar(username: string, from: Date, to: Date): Promise<GithubAnswer<GithubDay[]>>
  repository(owner: string, name: string, etag?: string | null): Promise<GithubAnswer<GithubRepositoryFacts>>
  /** `value.release` is null if there is none. */
  latestRelease(owner: string, name: string): Promise<GithubAnswer<{ release: GithubRelease | null }>>
  /** The README's source. `value.markdown` is null if there is none or it is larger than 512 kB. */
  readme(
    owner: string,
    name: string,
    etag?: string | null,
  ): Promise<GithubAnswer<{ markdown: string | null; path: string; htmlUrl: string }>>
  issue(owner: string, name: string, number: number, etag?: string | null): Promise<GithubAnswer<GithubIssueFacts>>
  /** A text file of up to 1 MB. @param ref a branch, tag, or commit */
  file(owner: string, name: string, ref: string, path: string): Promise<GithubAnswer<GithubFile>>
  /** All active sponsorships of the token's account, at most 10,000. Requests them a hundred at a time, each with
   *  a ten-second limit. */
  sponsorships(): Promise<GithubAnswer<GithubSponsorship[]>>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    github: Github
  }
}
