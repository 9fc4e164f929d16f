import './history.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { historyAddress, postAddress, revisionAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import { RevisionEditor } from './revision-editor.tsx'
import type { Revision } from './history.contract.ts'

type Props = { revision: Pick<Revision, 'postId' | 'number' | 'total' | 'isCurrent' | 'editor' | 'editedAt'> }

/** Shows which version this is, and links to the previous and next ones. */
export function RevisionNotice({ revision }: Props) {
  const { postId, number, total } = revision
  const hrefOf = (other: number) => revisionAddress.href({ id: postId, number: other })
  return (
    <aside className="revision-notice" aria-label={t('About this version')}>
      <p>{notice(revision)}</p>
      <nav className="revision-notice-links" aria-label={t('Versions')}>
        {number > 1 && (
          <Link href={hrefOf(number - 1)} rel="prev" className="link">
            <Icon name="arrow-left" /> {t('Version {number}', { number: number - 1 })}
          </Link>
        )}
        {number < total && (
          <Link href={hrefOf(number + 1)} rel="next" className="link">
            {t('Version {number}', { number: number + 1 })} <Icon name="arrow-right" />
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

function notice({ number, total, isCurrent, editor, editedAt }: Props['revision']): ReactNode {
  const time = <Time iso={editedAt} as="exact" />
  if (!editor) {
    return isCurrent
      ? rich('This is the current version, by a former member, from {time}.', { time })
      : rich('This is version {number} of {total}, by a former member, from {time}.', { number, total, time })
  }
  const name = <RevisionEditor editor={editor} />
  return isCurrent
    ? rich('This is the current version, by {name}, from {time}.', { name, time })
    : rich('This is version {number} of {total}, by {name}, from {time}.', { number, total, name, time })
}
