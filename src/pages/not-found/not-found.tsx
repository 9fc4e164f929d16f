import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { PageView } from '../page.ts'

export const notFoundView: PageView = {
  View: NotFoundPage,
  head: () => ({ title: 'Page not found', noindex: true }),
}

function NotFoundPage() {
  return (
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
}
