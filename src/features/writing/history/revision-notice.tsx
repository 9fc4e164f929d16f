import './history.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { historyAddress, postAddress, revisionAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import { RevisionEditor } from './revision-editor.tsx'
import type { Revision } from './history.contract.ts'

type Props = { revision: Pick<Revision, 'postId' | 'number' | 'total' | 'isCurrent' | 'editor' | 'editedAt'> }

/** Shows which version this is, and links to the previous and next ones. */
export function RevisionNotice({ revision }: Props) {
  const { postId, number, total, isCurrent, editor, editedAt } = revision
  const hrefOf = (other: number) => revisionAddress.href({ id: postId, number: other })
  return (
    <aside className="revision-notice" aria-label={t('About this version')}>
      <p>
        This is {isCurrent ? 'the current version' : `version ${number} of ${total}`}, by{' '}
        <RevisionEditor editor={editor} />, from <Time iso={editedAt} as="exact" />.
      </p>
      <nav className="revision-notice-links" aria-label={t('Versions')}>
        {number > 1 && (
          <Link href={hrefOf(number - 1)} rel="prev" className="link">
            <Icon name="arrow-left" /> Version {number - 1}
          </Link>
        )}
        {number < total && (
          <Link href={hrefOf(number + 1)} rel="next" className="link">
            Version {number + 1} <Icon name="arrow-right" />
          </Link>
        )}
        <Link href={historyAddress.href({ id: postId })} className="link">
          {t('All versions')}
        </Link>
        <Link href={postAddress.href({ id: postId })} className="link">
          {t('Current version of the post')}
        </Link>
      </nav>
    </aside>
  )
}
