import './page.css'
import { Skeleton, Skeletons } from './skeleton.tsx'
import { t } from '#messages/messages.ts'

/** Shown while a page is loading. */
export function PageSkeleton() {
  return (
    <div className="page">
      <Skeleton shape="title" width="half" />
      <Skeletons count={3} label={t('Loading')} />
      <noscript>
        <p>{t('This page needs JavaScript.')}</p>
      </noscript>
    </div>
  )
}
