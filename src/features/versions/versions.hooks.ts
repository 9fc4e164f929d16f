import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#features/paging/paging.contract.ts'
import { read, readIfThere } from '#web/api.ts'
import {
  Version,
  VersionChanges,
  versionChangesPath,
  VersionList,
  versionPath,
  versionsPath,
} from './versions.contract.ts'

export const versionListQuery = (postId: number, page: number) =>
  readIfThere(versionsPath(postId), VersionList, { page, limit: defaultLimit })

/** A page of a post's history; null when there is no such post. While another page is fetched, the one before stays. */
export const useVersionList = (postId: number, page: number) =>
  useQuery({ ...versionListQuery(postId, page), placeholderData: keepPreviousData })

export const versionQuery = (postId: number, number: number) => readIfThere(versionPath(postId, number), Version)
export const useVersion = (postId: number, number: number) => useQuery(versionQuery(postId, number))

export const versionChangesQuery = (postId: number, number: number) =>
  read(versionChangesPath(postId, number), VersionChanges)
/** What the version changed of the one before it: there is one for all but the first. */
export const useVersionChanges = (postId: number, number: number) => useQuery(versionChangesQuery(postId, number))
