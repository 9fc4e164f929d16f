import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { locale } from '#messages/messages.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { type Frame, frameOf } from '#web/shell/frame.tsx'
import { currentHrefs, siteLinks } from '#web/shell/site-links.ts'

/** The frames of each site, by language and by the links that are current in them. */
const frames = new WeakMap<SiteInfo, Map<string, Frame<string>>>()

/** Returns the frame of a page for visitors. Depends on the page only through its links that are current, so it is rendered
 *  once for all pages with the same ones. */
export function frameHtml(path: string, site: SiteInfo): Frame<string> {
  const known = frames.get(site) ?? new Map<string, Frame<string>>()
  frames.set(site, known)
  const key = [locale(), ...currentHrefs(path, siteLinks(null, site), site)].join(' ')
  const frame = known.get(key) ?? renderFrame(path, site)
  known.set(key, frame)
  return frame
}

function renderFrame(path: string, site: SiteInfo): Frame<string> {
  const { topBar, sideBar, tabBar } = frameOf({
    path,
    site,
    viewer: null,
    pendingCount: 0,
    unreadCount: 0,
    onSignOut: () => undefined,
  })
  const html = (part: typeof topBar) => renderToString(<Router ssrPath={path}>{part}</Router>)
  return { topBar: html(topBar), sideBar: html(sideBar), tabBar: html(tabBar) }
}
