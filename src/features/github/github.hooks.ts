import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '#web/api.ts'
import {
  contributionsPath,
  GithubContributions,
  GithubRepositoryList,
  GithubStatus,
  githubStatusPath,
  repositoriesPath,
} from './github.contract.ts'

// Of the member with that username on this site.

export const repositoriesQuery = (username: string) => read(repositoriesPath, GithubRepositoryList, { username })
export const useRepositories = (username: string) => useQuery(repositoriesQuery(username))

/** Of a year; without one, of the last 365 days. */
export const contributionsQuery = (username: string, year?: number) =>
  read(contributionsPath, GithubContributions, { username, year })
/** While another year is fetched, the one before stays in sight. */
export const useContributions = (username: string, year?: number) =>
  useQuery({ ...contributionsQuery(username, year), placeholderData: keepPreviousData })

export const githubStatusQuery = (username: string) => read(githubStatusPath, GithubStatus, { username })
export const useGithubStatus = (username: string) => useQuery(githubStatusQuery(username))
