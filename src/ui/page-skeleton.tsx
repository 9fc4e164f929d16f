import './page.css'
import { Skeleton, Skeletons } from './skeleton.tsx'

/** Shown while a page is loading. */
export function PageSkeleton() {
  return (
    <div className="page">
      <Skeleton shape="title" width="half" />
      <Skeletons count={3} label="Loading" />
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
    </div>
  )
}
