import { useQuery } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { Prose } from '#ui/prose.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { tooComplex } from './new-posts.contract.ts'
import { previewOf } from './posts.hooks.ts'

/** The text as it would be published, rendered by the server. */
export function ComposerPreview({ content }: { content: string }) {
  const isEmpty = content.trim() === ''
  const { data, error } = useQuery({
    queryKey: ['preview', content],
    queryFn: () => previewOf(content),
    enabled: !isEmpty,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (isEmpty) return <p className="composer-preview composer-nothing">{t('Nothing to preview')}</p>
  if (error) return <p role="alert">{messageOf(error, t('The preview failed to load. Please try again.'))}</p>
  if (!data) return <Skeleton shape="block" />
  return (
    <>
      <Prose className="composer-preview" html={data.html} />
      {data.isTruncated && (
        <p className="composer-preview-fault" role="alert">
          {tooComplex()}
        </p>
      )}
    </>
  )
}
