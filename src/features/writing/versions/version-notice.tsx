import './versions.css'
import { Link } from 'wouter'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { postVersionsAddress } from './version-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import { VersionEditor } from './version-editor.tsx'
import type { Version } from './versions.contract.ts'

type Props = { version: Pick<Version, 'postId' | 'number' | 'total' | 'isCurrent' | 'editor' | 'editedAt'> }

/** Says which version this is, and leads to those around it. */
export function VersionNotice({ version }: Props) {
  const { postId, number, total, isCurrent, editor, editedAt } = version
  const hrefOf = (other: number) => `/post/${postId}/versions/${other}`
  return (
    <aside className="version-notice" aria-label="About this version">
      <p>
        This is {isCurrent ? 'the current version' : `version ${number} of ${total}`}, by{' '}
        <VersionEditor editor={editor} />, from <Time iso={editedAt} as="exact" />.
      </p>
      <nav className="version-notice-links" aria-label="Versions">
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
        <Link href={postVersionsAddress.href({ id: postId })} className="link">
          All versions
        </Link>
        <Link href={postAddress.href({ id: postId })} className="link">
          The post as it is now
        </Link>
      </nav>
    </aside>
  )
}
