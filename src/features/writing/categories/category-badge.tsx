import { Badge } from '#ui/badge.tsx'
import type { Category } from './categories.contract.ts'

/** The category of a post in its color. Unknown colors are neutral. */
export const CategoryBadge = ({ category }: { category: Category }) => (
  <Badge color={category.color} className="p-category">
    {category.displayName}
  </Badge>
)
