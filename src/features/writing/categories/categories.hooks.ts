import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { type Category, getCategories } from './categories.contract.ts'

/** The categories hardly ever change: they are read once in a visit. */
export const categoriesQuery = { ...queryOf(getCategories, {}), staleTime: Infinity }

const none: Category[] = []
export const useCategories = (): Category[] => useQuery(categoriesQuery).data ?? none
