import './tag-entry.css'
import { useState } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { tagPath } from '#schemas/tag-paths.contract.ts'
import { Button } from '#ui/button.tsx'
import { RenameTagDialog } from './rename-tag-dialog.tsx'
import type { Tag } from './tags.contract.ts'

/** A tag in the list for administrators. */
export function TagEntry({ tag: { name, postCount } }: { tag: Tag }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="tag-entry">
      <Link href={tagPath(name)} className="tag-entry-name link" dir="auto">
        #{name}
      </Link>
      <span className="meta">{t('{count, plural, one {# post} other {# posts}}', { count: postCount })}</span>
      <Button
        size="s"
        className="push"
        icon="pencil"
        aria-label={t('Rename #{name}', { name })}
        onClick={() => setOpen(true)}
      >
        {t('Rename')}
      </Button>
      {isOpen && <RenameTagDialog name={name} onClose={() => setOpen(false)} />}
    </div>
  )
}
