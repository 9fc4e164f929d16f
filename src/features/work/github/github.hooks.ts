import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { getGithubContributions, getGithubStatus, listGithubRepositories } from './github.contract.ts'

// Usernames are those on this site.

export const repositoriesQuery = (username: string) => queryOf(listGithubRepositories, { query: { username } })
export const useRepositories = (username: string) => useQuery(repositoriesQuery(username))

/** Without a year: the last 365 days. */
export const contributionsQuery = (username: string, year?: number) =>
  queryOf(getGithubContributions, { query: { username, year } })
/** While another year loads, the previous one stays on screen. */
export const useContributions = (username: string, year?: number) =>
  useQuery({ ...contributionsQuery(username, year), placeholderData: keepPreviousData })

export const githubStatusQuery = (username: string) => queryOf(getGithubStatus, { query: { username } })
export const useGithubStatus = (username: string) => useQuery(githubStatusQuery(username))
