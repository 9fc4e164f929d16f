import { useEffect } from 'react'
import { t } from '#messages/messages.ts'
import { LiveProse } from '#ui/live-prose.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useArticlePreview } from './article-preview.hooks.ts'

interface Props {
  title: string
  content: string
  isShown: boolean
  hasHashtags: boolean
  /** Called when the preview's layout changes. */
  onLayout: () => void
}

/** The preview of the article. */
export function ArticlePreview({ title, content, isShown, hasHashtags, onLayout }: Props) {
  const { html, fault } = useArticlePreview(content, isShown, hasHashtags)
  useEffect(onLayout, [onLayout, html])
  const isEmpty = content.trim() === ''
  return (
    <div className="article-preview">
      <h2 className="article-preview-title" dir="auto">
        {title.trim() || t('Untitled Blog Post')}
      </h2>
      {isEmpty && <p className="article-preview-nothing">{t('Nothing to preview')}</p>}
      {!isEmpty && html === null && !fault && <Skeleton shape="block" />}
      {!isEmpty && html !== null && <LiveProse html={html} />}
      {!isEmpty && fault && <output className="article-preview-fault">{fault}</output>}
    </div>
  )
}
