import { Component, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'

/** Keeps a fault of one page from taking the whole site with it. */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="page">
        <ErrorPanel
          title="Something went wrong"
          isPageTitle
          actions={<Button onClick={() => location.reload()}>Reload the page</Button>}
        >
          This page could not be shown.
        </ErrorPanel>
      </div>
    )
  }
}
