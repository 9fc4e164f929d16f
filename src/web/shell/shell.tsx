import './shell.css'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { t } from '#messages/messages.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { type FrameProps, useFrame } from './frame.tsx'
import { sideBarId, useClosingAfterLinks } from './side-bar.tsx'
import { isReader } from './viewer.ts'

export interface ShellProps extends FrameProps {
  children: ReactNode
}

/** The layout of every screen. The server renders it for visitors. `<html data-auth="in">`, set before the first paint,
 *  makes the same HTML show the member links, so that the layout does not shift when the viewer is known. */
export function Shell({ children, ...props }: ShellProps) {
  const { viewer, site } = props
  const { topBar, sideBar, tabBar } = useFrame(props)
  const sideBarElement = useRef<HTMLElement>(null)
  useClosingAfterLinks(sideBarElement)
  return (
    <div className="shell" data-viewer={viewer === null ? undefined : isReader(viewer) ? 'reader' : 'in'}>
      <a className="skip-link" href="#content">
        {t('Skip to content')}
      </a>
      <header className="top-bar" {...contentOf(topBar)} />
      {/* On phones, the sidebar is a popover, which opens without JavaScript. */}
      <aside
        ref={sideBarElement}
        id={sideBarId}
        className="side-bar"
        popover="auto"
        aria-label={site.name}
        {...contentOf(sideBar)}
      />
      <main id="content" className="shell-content" tabIndex={-1}>
        {children}
      </main>
      <nav className="tab-bar" aria-label={t('Sections')} {...contentOf(tabBar)} />
      <ToastRegion />
    </div>
  )
}

const contentOf = (content: ReactElement | string) =>
  typeof content === 'string' ? { dangerouslySetInnerHTML: { __html: content } } : { children: content }
