import { t } from '#messages/messages.ts'
import './history.css'
import { CategoryBadge } from '#features/writing/categories/category-badge.tsx'
import { Prose } from '#ui/prose.tsx'
import type { Revision } from './history.contract.ts'
import { RevisionDifference } from './revision-difference.tsx'

/** A version's text, shown below its changes. */
export const RevisionText = ({ revision }: { revision: Revision }) => (
  <article className="revision-text">
    <header className="revision-text-head">
      <CategoryBadge category={revision.category} />
      <h1 dir="auto">
        {revision.title ?? t('Version {number} of {total}', { number: revision.number, total: revision.total })}
      </h1>
    </header>
    {revision.number > 1 && <RevisionDifference revision={revision} />}
    <Prose html={revision.contentHtml} />
    {revision.isTruncated && <p>{t('Only the beginning is shown: this version has too many elements to display.')}</p>}
  </article>
)
