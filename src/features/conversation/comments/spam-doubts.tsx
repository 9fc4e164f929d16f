import { t } from '#messages/messages.ts'
import { Badge } from '#ui/badge.tsx'
import { type CommentDoubt, maxVisitorLinks, minWritingMs } from './comments.contract.ts'

const reasons: Record<CommentDoubt, string> = {
  'hidden-field': t('filled in a hidden field'),
  links: t('contains more than {maxVisitorLinks} links', { maxVisitorLinks }),
  quick: t('sent within {seconds} seconds of opening the form', { seconds: minWritingMs / 1000 }),
}

/** Marks text that looks automated and lists the reasons. */
export function SpamDoubts({ doubts }: { doubts: readonly CommentDoubt[] }) {
  if (doubts.length === 0) return null
  const text = doubts.map((doubt) => reasons[doubt]).join(', ')
  return (
    <p className="spam-doubts meta">
      <Badge color="amber">{t('Possibly spam')}</Badge> {text.charAt(0).toUpperCase() + text.slice(1)}
    </p>
  )
}
