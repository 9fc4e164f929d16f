import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { queryIfThere, queryOf } from '#web/call.ts'
import { getVersion, getVersionChanges, getVersions } from './versions.contract.ts'

export const versionListQuery = (postId: number, page: number) =>
  queryIfThere(getVersions, { params: { id: postId }, query: { page, limit: defaultLimit } })

/** A page of a post's history; null when there is no such post. While another page is fetched, the one before stays. */
export const useVersionList = (postId: number, page: number) =>
  useQuery({ ...versionListQuery(postId, page), placeholderData: keepPreviousData })

export const versionQuery = (postId: number, number: number) =>
  queryIfThere(getVersion, { params: { id: postId, number } })
export const useVersion = (postId: number, number: number) => useQuery(versionQuery(postId, number))

export const versionChangesQuery = (postId: number, number: number) =>
  queryOf(getVersionChanges, { params: { id: postId, number } })
/** What the version changed of the one before it: there is one for all but the first. */
export const useVersionChanges = (postId: number, number: number) => useQuery(versionChangesQuery(postId, number))
