import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import type { Locale } from '#messages/locales.ts'
import { locale } from '#messages/messages.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { type Frame, frameOf } from '#web/shell/frame.tsx'
import { currentHrefs, siteLinks } from '#web/shell/site-links.ts'

/** The rendered contents of the bars around pages. */
interface FrameHtml extends Frame<string> {
  /** What the last page contained up to the end of the sidebar, which is the same for most pages. */
  last: { beforeTopBar: string; beforeSideBar: string; start: string } | null
}

interface SiteFrames {
  links: ReturnType<typeof siteLinks>
  /** By the links that are current in them. */
  byCurrent: Map<string, FrameHtml>
}

/** The frames of each site by language. */
const frames = new WeakMap<SiteInfo, Map<Locale, SiteFrames>>()

/** Returns the frame of a page for visitors. Depends on the page only through its links that are current, so it is rendered
 *  once for all pages with the same ones. */
function frameHtml(path: string, site: SiteInfo): FrameHtml {
  const { links, byCurrent } = framesOf(site)
  const key = [...currentHrefs(path, links, site)].join(' ')
  const frame = byCurrent.get(key) ?? renderFrame(path, site)
  byCurrent.set(key, frame)
  return frame
}

function framesOf(site: SiteInfo): SiteFrames {
  const known = frames.get(site) ?? new Map<Locale, SiteFrames>()
  frames.set(site, known)
  const own = known.get(locale()) ?? { links: siteLinks(null, site), byCurrent: new Map() }
  known.set(locale(), own)
  return own
}

function renderFrame(path: string, site: SiteInfo): FrameHtml {
  const { topBar, sideBar, tabBar } = frameOf({
    path,
    site,
    viewer: null,
    pendingCount: 0,
    unreadCount: 0,
    onSignOut: () => undefined,
  })
  const html = (part: typeof topBar) => renderToString(<Router ssrPath={path}>{part}</Router>)
  return { topBar: html(topBar), sideBar: html(sideBar), tabBar: html(tabBar), last: null }
}

/** What React renders instead of the frame, which is then inserted. */
export const placeholders: Frame<string> = {
  topBar: '<!--top bar-->',
  sideBar: '<!--sidebar-->',
  tabBar: '<!--tab bar-->',
}

/** Inserts the frame into a page that contains the placeholders. @returns the HTML up to the end of the sidebar, which is the same
 *  string for most pages, and the rest */
export function insertFrame(html: string, path: string, site: SiteInfo): [start: string, rest: string] {
  const topBar = around(html, placeholders.topBar, html.indexOf(placeholders.topBar))
  if (!topBar) return ['', html]
  const sideBar = around(topBar.after, placeholders.sideBar, topBar.after.indexOf(placeholders.sideBar))!
  // After all texts, so nothing that members have written can be mistaken for it.
  const tabBar = around(sideBar.after, placeholders.tabBar, sideBar.after.lastIndexOf(placeholders.tabBar))!
  const frame = frameHtml(path, site)
  const [beforeTopBar, beforeSideBar] = [topBar.before, sideBar.before]
  if (frame.last?.beforeTopBar !== beforeTopBar || frame.last.beforeSideBar !== beforeSideBar) {
    const start = beforeTopBar + frame.topBar + beforeSideBar + frame.sideBar
    frame.last = { beforeTopBar, beforeSideBar, start }
  }
  return [frame.last.start, tabBar.before + frame.tabBar + tabBar.after]
}

/** Returns what is before and after the mark. */
const around = (html: string, mark: string, at: number) =>
  at < 0 ? null : { before: html.slice(0, at), after: html.slice(at + mark.length) }
