import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { type Category, getCategories } from './categories.contract.ts'

/** Categories rarely change, so they are fetched once per visit. */
export const categoriesQuery = { ...queryOf(getCategories, {}), staleTime: Infinity }

const none: Category[] = []
export const useCategories = (): Category[] => useQuery(categoriesQuery).data ?? none
