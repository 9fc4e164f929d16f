import { useQuery } from '@tanstack/react-query'
import { queryIfThere } from '#web/call.ts'
import { getAdjacentArticles } from './adjacent-articles.contract.ts'

export const adjacentArticlesQuery = (postId: number) => queryIfThere(getAdjacentArticles, { params: { id: postId } })

/** Returns the previous and next articles, or null if the article no longer exists. */
export const useAdjacentArticles = (postId: number) => useQuery(adjacentArticlesQuery(postId))
