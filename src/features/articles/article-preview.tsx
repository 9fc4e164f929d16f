import type { Ref } from 'react'
import { Prose } from '#ui/prose.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useArticlePreview } from './article-preview.hooks.ts'

interface Props {
  title: string
  content: string
  isShown: boolean
  /** What holds the rendered text, for what follows its size. */
  ref?: Ref<HTMLDivElement>
}

/** The article as it would be published. */
export function ArticlePreview({ title, content, isShown, ref }: Props) {
  const { html, fault } = useArticlePreview(content, isShown)
  const isEmpty = content.trim() === ''
  return (
    <div className="article-preview" ref={ref}>
      <h2 className="article-preview-title" dir="auto">
        {title.trim() || 'Untitled Blog Post'}
      </h2>
      {isEmpty && <p className="article-preview-nothing">Nothing to preview</p>}
      {!isEmpty && html === null && !fault && <Skeleton shape="block" />}
      {!isEmpty && html !== null && <Prose html={html} />}
      {!isEmpty && fault && <output className="article-preview-fault">{fault}</output>}
    </div>
  )
}
