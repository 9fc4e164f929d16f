import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { messageOf } from '#web/api.ts'
import { TextChanges } from './text-change.tsx'
import type { TextChange, Revision, RevisionChanges } from './history.contract.ts'
import { useRevisionChanges } from './history.hooks.ts'

type Props = { revision: Revision }

/** A version's changes from the previous one. */
export function RevisionDifference({ revision }: Props) {
  const { data, error } = useRevisionChanges(revision.postId, revision.number)
  return (
    <details className="card revision-difference" open>
      <summary>{t('What changed since version {number}', { number: revision.number - 1 })}</summary>
      {data && <Changes revision={revision} changes={data} />}
      {!data && (
        <p className="meta">{error ? messageOf(error, t('The differences failed to load.')) : t('Comparing…')}</p>
      )}
    </details>
  )
}

function Changes({ revision, changes: { title, content, before } }: Props & { changes: RevisionChanges }) {
  const isMoved = before.category.id !== revision.category.id
  const isOtherKind = before.isLongForm !== revision.isLongForm
  if (!title && !content && !isMoved && !isOtherKind) return <p>{t('No visible changes.')}</p>
  return (
    <dl className="revision-changes">
      {title && <Change name={t('Title')} change={title} />}
      {isMoved && (
        <Fact name={t('Category')}>
          <del>{before.category.displayName}</del> <ins>{revision.category.displayName}</ins>
        </Fact>
      )}
      {isOtherKind && (
        <Fact name={t('Kind')}>
          <del>{kindOf(before)}</del> <ins>{kindOf(revision)}</ins>
        </Fact>
      )}
      {content && <Change name={t('Text')} change={content} />}
    </dl>
  )
}

const kindOf = ({ isLongForm }: { isLongForm: boolean }) => (isLongForm ? t('Article') : t('Short post'))

const Change = ({ name, change }: { name: string; change: TextChange }) => (
  <div>
    <dt className="overline">{name}</dt>
    <dd>
      {change.isWhole && (
        <p className="revision-changes-whole">
          {t('These versions are too different to compare. The earlier one is shown first.')}
        </p>
      )}
      <TextChanges parts={change.parts} />
    </dd>
  </div>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="overline">{name}</dt>
    <dd className="text-change">{children}</dd>
  </div>
)
