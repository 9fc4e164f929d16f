import { Component, type ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { reloadPage } from './navigation.ts'

interface Guarded {
  children: ReactNode
}

/** Keeps an error in a page from breaking the whole site. */
export const PageBoundary = ({ children }: Guarded) => (
  <Boundary
    fallback={
      <div className="page">
        <ErrorPanel
          title={t('Something went wrong')}
          isPageTitle
          actions={<Button onClick={() => void reloadPage()}>{t('Try again')}</Button>}
        >
          {t('This page failed to load.')}
        </ErrorPanel>
      </div>
    }
  >
    {children}
  </Boundary>
)

/** Shown when the site frame fails: plain HTML, which cannot fail itself. */
export const SiteBoundary = ({ children }: Guarded) => (
  <Boundary
    fallback={
      <main className="page stack">
        <h1>{t('Something went wrong')}</h1>
        <p>
          {rich('This page failed to load. <link>Back to Home</link>', {
            link: (text) => (
              <a href="/" className="link">
                {text}
              </a>
            ),
          })}
        </p>
      </main>
    }
  >
    {children}
  </Boundary>
)

class Boundary extends Component<Guarded & { fallback: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
