import { t } from '#messages/messages.ts'
import { Badge } from '#ui/badge.tsx'
import type { Livestream } from './livestreams.contract.ts'

const colors: Record<string, string> = { active: 'green', idle: 'amber', offline: 'slate' }
const names: Record<string, string> = { active: t('active'), idle: t('idle'), offline: t('offline') }

/** Shows an unknown status verbatim. Source: docs/product.md, States */
export const LivestreamStatus = ({ status }: Pick<Livestream, 'status'>) => (
  <Badge color={colors[status] ?? 'neutral'}>{names[status] ?? status}</Badge>
)
