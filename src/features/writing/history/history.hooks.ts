import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { queryIfThere, queryOf } from '#web/call.ts'
import { getRevision, getRevisionChanges, getRevisions } from './history.contract.ts'

export const revisionListQuery = (postId: number, page: number) =>
  queryIfThere(getRevisions, { params: { id: postId }, query: { page, limit: defaultLimit } })

/** Returns a page of a post's history, or null if there is no such post. While another page is loading, the previous
 *  one stays visible. */
export const useRevisionList = (postId: number, page: number) =>
  useQuery({ ...revisionListQuery(postId, page), placeholderData: keepPreviousData })

export const revisionQuery = (postId: number, number: number) =>
  queryIfThere(getRevision, { params: { id: postId, number } })
export const useRevision = (postId: number, number: number) => useQuery(revisionQuery(postId, number))

export const revisionChangesQuery = (postId: number, number: number) =>
  queryOf(getRevisionChanges, { params: { id: postId, number } })
/** Returns a version's changes from the previous one. Not for the first version. */
export const useRevisionChanges = (postId: number, number: number) => useQuery(revisionChangesQuery(postId, number))
