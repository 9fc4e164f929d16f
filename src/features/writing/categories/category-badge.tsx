import { Badge } from '#ui/badge.tsx'
import type { Category } from './categories.contract.ts'

/** A post's category in its color. Unknown colors are shown as neutral. */
export const CategoryBadge = ({ category }: { category: Category }) => (
  <Badge color={category.color} className="p-category">
    {category.displayName}
  </Badge>
)
