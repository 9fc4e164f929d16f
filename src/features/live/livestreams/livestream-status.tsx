import { Badge } from '#ui/badge.tsx'
import type { Livestream } from './livestreams.contract.ts'

const colors: Record<string, string> = { active: 'green', idle: 'amber', offline: 'slate' }

/** Shows the status verbatim, even if it is unknown. Source: docs/product.md, States */
export const LivestreamStatus = ({ status }: Pick<Livestream, 'status'>) => (
  <Badge color={colors[status] ?? 'neutral'}>{status}</Badge>
)
