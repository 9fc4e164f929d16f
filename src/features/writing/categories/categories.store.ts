import { type Db, many } from '#kernel/db.ts'
import type { Category } from './categories.contract.ts'

export const listCategories = (db: Db) => many<Category>(db)`
  select id, name, display_name as "displayName", color from post_categories order by id`
