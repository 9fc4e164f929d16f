import { useQuery } from '@tanstack/react-query'
import { readIfThere } from '#web/api.ts'
import { Neighbours, neighboursPath } from './neighbours.contract.ts'

export const neighboursQuery = (postId: number) => readIfThere(neighboursPath(postId), Neighbours)

/** The articles before and after an article; null when it is no more. */
export const useNeighbours = (postId: number) => useQuery(neighboursQuery(postId))
