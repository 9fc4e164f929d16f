import { notFound } from './failures.ts'
import type { GithubFailure } from './github.ts'

/** What GitHub allows in names, and nothing that leads an address elsewhere. */
const account = /^[a-z\d][a-z\d_-]{0,63}$/i
const repository = /^[\w.-]{1,100}$/
const commit = /^[\da-f]{40}$/

export const noAccount = (username: string) => `GitHub knows no account named ${username}.`
export const noFile = (owner: string, name: string, ref: string, path: string) =>
  `GitHub shows no file ${path} in ${owner}/${name} at ${ref}.`
export const noRepository = (owner: string, name: string) => `GitHub shows no repository ${owner}/${name}.`

/** Why the account cannot exist; null when it can. */
export const accountRefusal = (username: string): GithubFailure | null =>
  account.test(username) ? null : notFound(noAccount(username))
export const repositoryRefusal = (owner: string, name: string): GithubFailure | null =>
  account.test(owner) && repository.test(name) && isPath(name) ? null : notFound(noRepository(owner, name))
/** Why the file cannot exist, where its repository does; null when it can. */
export const fileRefusal = (owner: string, name: string, ref: string, path: string): GithubFailure | null =>
  isPath(ref) && isPath(path) ? null : notFound(noFile(owner, name, ref, path))

export const isCommit = (ref: string): boolean => commit.test(ref)
/** A path inside a repository, or the name of a branch or tag: no part of it is empty or leads upwards. */
const isPath = (path: string): boolean =>
  path.length <= 1000 &&
  !/[\p{Cc}\\]/u.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
