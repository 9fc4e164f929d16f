import './versions.css'
import { CategoryBadge } from '#features/writing/categories/category-badge.tsx'
import { Prose } from '#ui/prose.tsx'
import type { Version } from './versions.contract.ts'
import { VersionDifference } from './version-difference.tsx'

/** The post as it was, after what the version changed. */
export const VersionText = ({ version }: { version: Version }) => (
  <article className="version-text">
    <header className="version-text-head">
      <CategoryBadge category={version.category} />
      <h1 dir="auto">{version.title ?? `Version ${version.number} of ${version.total}`}</h1>
    </header>
    {version.number > 1 && <VersionDifference version={version} />}
    <Prose html={version.contentHtml} />
    {version.isTruncated && <p>Only the beginning is shown: this version has too many elements to display.</p>}
  </article>
)
