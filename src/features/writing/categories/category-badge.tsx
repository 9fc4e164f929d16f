import { Badge } from '#ui/badge.tsx'
import type { Category } from './categories.contract.ts'

/** What a post is about, in its category's colour; a colour that the design does not know is neutral. */
export const CategoryBadge = ({ category }: { category: Category }) => (
  <Badge color={category.color} className="p-category">
    {category.displayName}
  </Badge>
)
