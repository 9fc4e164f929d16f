import { notFound } from './failures.ts'
import type { GithubFailure } from './github.ts'
import { t } from '#messages/messages.ts'

/** Names that GitHub allows. None of them can make a URL point elsewhere. */
const account = /^[a-z\d][a-z\d_-]{0,63}$/i
const repository = /^[\w.-]{1,100}$/
const commit = /^[\da-f]{40}$/

export const noAccount = (username: string) => t('There is no GitHub account named {username}.', { username })
export const noFile = (owner: string, name: string, ref: string, path: string) =>
  t('GitHub has no public file {path} in {owner}/{name} at {ref}.', { path, owner, name, ref })
export const noRepository = (owner: string, name: string) =>
  t('GitHub has no public repository {owner}/{name}.', { owner, name })

/** Returns the failure for a name that no account can have; null if the name is valid. */
export const invalidAccount = (username: string): GithubFailure | null =>
  account.test(username) ? null : notFound(noAccount(username))
export const invalidRepository = (owner: string, name: string): GithubFailure | null =>
  account.test(owner) && repository.test(name) && isPath(name) ? null : notFound(noRepository(owner, name))
/** Returns the failure for a ref or path that no file can have; null if both are valid. */
export const invalidFile = (owner: string, name: string, ref: string, path: string): GithubFailure | null =>
  isPath(ref) && isPath(path) ? null : notFound(noFile(owner, name, ref, path))

export const isCommit = (ref: string): boolean => commit.test(ref)
/** Reports whether the string can be a path inside a repository, or a branch or tag: no segment is empty or `..`. */
const isPath = (path: string): boolean =>
  path.length <= 1000 &&
  !/[\p{Cc}\\]/u.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
