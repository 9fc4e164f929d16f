import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Head } from '../page.ts'

export const notFoundHead: Head = { title: 'Page not found', noindex: true }

/** Shown for every path without a page. */
export const NotFound = () => (
  <div className="page">
    <EmptyState
      icon="search"
      title="Page not found"
      isPageTitle
      actions={<ButtonLink href="/">Return Home</ButtonLink>}
    >
      This page doesn’t exist.
    </EmptyState>
  </div>
)
