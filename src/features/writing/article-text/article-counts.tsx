import { useDeferredValue, useMemo } from 'react'
import { t } from '#messages/messages.ts'
import { LengthLeft } from '#features/writing/posts/length-left.tsx'
import { Icon } from '#ui/icon.tsx'
import { minutesToRead, wordCountOf } from './reading.contract.ts'

interface Props {
  content: string
  isUploading: boolean
}

/** Word count, reading time, and pending uploads. */
export function ArticleCounts({ content, isUploading }: Props) {
  const settled = useDeferredValue(content)
  const words = useMemo(() => wordCountOf(settled), [settled])
  return (
    <div className="meta article-counts">
      <span>{t('{words, plural, one {# word} other {# words}}', { words })}</span>
      {words > 0 && <span>{t('{readingMinutes} min read', { readingMinutes: minutesToRead(words) })}</span>}
      <LengthLeft length={content.length} />
      <output className="push">
        {isUploading && (
          <>
            <Icon name="loader-circle" /> {t('Uploading image...')}
          </>
        )}
      </output>
    </div>
  )
}
