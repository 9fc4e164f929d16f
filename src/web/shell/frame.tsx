import { createContext, type ReactElement, use } from 'react'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { TabBar, TopBar } from './phone-bars.tsx'
import { SideBar } from './side-bar.tsx'
import { currentHrefs, siteLinks } from './site-links.ts'
import type { ShellViewer } from './viewer.ts'

/** The contents of the bars around the page. */
export interface Frame<Content> {
  topBar: Content
  sideBar: Content
  tabBar: Content
}

export interface FrameProps {
  path: string
  viewer: ShellViewer
  /** Number of comments awaiting the viewer's approval. */
  pendingCount: number
  /** Number of unread notifications. */
  unreadCount: number
  site: SiteInfo
  onSignOut: () => void
}

/** On the server, placeholders that are replaced with the rendered frame (docs/decisions/176, 201). */
export const FrameHtml = createContext<Frame<string> | null>(null)

/** Returns the frame, or its placeholders. */
export const useFrame = (props: FrameProps): Frame<ReactElement | string> => use(FrameHtml) ?? frameOf(props)

export function frameOf({ path, site, viewer, pendingCount, unreadCount, onSignOut }: FrameProps): Frame<ReactElement> {
  const links = siteLinks(viewer, site)
  const current = currentHrefs(path, links, site)
  const shared = { site, pendingCount, unreadCount }
  return {
    topBar: <TopBar {...shared} />,
    sideBar: <SideBar {...shared} links={links} current={current} viewer={viewer} onSignOut={onSignOut} />,
    tabBar: <TabBar links={links} current={current} />,
  }
}
