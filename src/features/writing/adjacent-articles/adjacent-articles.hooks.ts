import { useQuery } from '@tanstack/react-query'
import { queryIfThere } from '#web/call.ts'
import { getAdjacentArticles } from './adjacent-articles.contract.ts'

export const adjacentArticlesQuery = (postId: number) => queryIfThere(getAdjacentArticles, { params: { id: postId } })

/** The articles before and after an article; null when it is no more. */
export const useAdjacentArticles = (postId: number) => useQuery(adjacentArticlesQuery(postId))
