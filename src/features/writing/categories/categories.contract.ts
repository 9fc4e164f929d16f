import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id } from '#schemas/ids.contract.ts'

/** The category of a post. `color` is a color from the design's palette. Source: docs/product.md, Data. */
export const Category = z.object({ id: Id, name: z.string(), displayName: z.string(), color: z.string() })
export type Category = z.infer<typeof Category>
export const CategoryList = z.array(Category)
export const getCategories = endpoint('GET /api/post-categories', {
  summary: 'List post categories',
  access: 'anyone',
  answer: CategoryList,
})

/** The category “General Thoughts”. Source: docs/product.md, Limits. */
export const defaultCategoryId = 5
