import { useQuery } from '@tanstack/react-query'
import { read } from '#web/api.ts'
import { categoriesPath, type Category, CategoryList } from './categories.contract.ts'

/** The categories hardly ever change: they are read once in a visit. */
export const categoriesQuery = { ...read(categoriesPath, CategoryList), staleTime: Infinity }

const none: Category[] = []
export const useCategories = (): Category[] => useQuery(categoriesQuery).data ?? none
