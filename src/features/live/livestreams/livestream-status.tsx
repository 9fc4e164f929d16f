import { Badge } from '#ui/badge.tsx'
import type { Livestream } from './livestreams.contract.ts'

const colors: Record<string, string> = { active: 'green', idle: 'amber', offline: 'slate' }

/** Shows any status unchanged. Source: docs/product.md, States */
export const LivestreamStatus = ({ status }: Pick<Livestream, 'status'>) => (
  <Badge color={colors[status] ?? 'neutral'}>{status}</Badge>
)
