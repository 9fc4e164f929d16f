import { useQuery } from '@tanstack/react-query'
import { queryIfThere } from '#web/call.ts'
import { getNeighbours } from './neighbours.contract.ts'

export const neighboursQuery = (postId: number) => queryIfThere(getNeighbours, { params: { id: postId } })

/** The articles before and after an article; null when it is no more. */
export const useNeighbours = (postId: number) => useQuery(neighboursQuery(postId))
