import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import type { Locale } from '#messages/locales.ts'
import { locale } from '#messages/messages.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { type Frame, frameOf } from '#web/shell/frame.tsx'
import { currentHrefs, siteLinks } from '#web/shell/site-links.ts'

/** The contents of the bars around pages, as HTML. */
interface RenderedFrame extends Frame<string> {
  /** The bars before the page, with what is between them, which is the same on every page. */
  bars: { between: string; html: string } | null
}

interface SiteFrames {
  links: ReturnType<typeof siteLinks>
  /** By the links that are current in them. */
  byCurrent: Map<string, RenderedFrame>
}

/** The frames of each site by language. */
const frames = new WeakMap<SiteInfo, Map<Locale, SiteFrames>>()

/** Returns the frame of a page for visitors. Depends on the page only through its links that are current, so it is rendered
 *  once for all pages with the same ones. */
function frameHtml(path: string, site: SiteInfo): RenderedFrame {
  const { links, byCurrent } = framesOf(site)
  const key = [...currentHrefs(path, links, site)].join(' ')
  const frame = byCurrent.get(key) ?? renderFrame(path, site)
  byCurrent.set(key, frame)
  return frame
}

function framesOf(site: SiteInfo): SiteFrames {
  const known = frames.get(site) ?? new Map<Locale, SiteFrames>()
  frames.set(site, known)
  const inLocale = known.get(locale()) ?? { links: siteLinks(null, site), byCurrent: new Map() }
  known.set(locale(), inLocale)
  return inLocale
}

function renderFrame(path: string, site: SiteInfo): RenderedFrame {
  const { topBar, sideBar, tabBar } = frameOf({
    path,
    site,
    viewer: null,
    pendingCount: 0,
    unreadCount: 0,
    onSignOut: () => undefined,
  })
  const html = (part: typeof topBar) => renderToString(<Router ssrPath={path}>{part}</Router>)
  return { topBar: html(topBar), sideBar: html(sideBar), tabBar: html(tabBar), bars: null }
}

/** What React renders instead of the frame, which is then inserted. */
export const placeholders: Frame<string> = {
  topBar: '<!--top bar-->',
  sideBar: '<!--sidebar-->',
  tabBar: '<!--tab bar-->',
}

/** A page's HTML. The links that preload its pictures come first. `bars` is the same string for all pages with the same frame. */
export type PageHtml = [start: string, bars: string, rest: string]

/** Inserts the frame into a page that contains the placeholders. @throws Error if one of them is missing */
export function insertFrame(html: string, path: string, site: SiteInfo): PageHtml {
  const [start, afterTopBar] = around(html, placeholders.topBar, html.indexOf(placeholders.topBar))
  const [between, page] = around(afterTopBar, placeholders.sideBar, afterTopBar.indexOf(placeholders.sideBar))
  // After all texts, so nothing that members have written can be mistaken for it.
  const [beforeTabBar, end] = around(page, placeholders.tabBar, page.lastIndexOf(placeholders.tabBar))
  const frame = frameHtml(path, site)
  if (frame.bars?.between !== between) frame.bars = { between, html: frame.topBar + between + frame.sideBar }
  return [start, frame.bars.html, beforeTabBar + frame.tabBar + end]
}

/** Returns what is before and after the mark. */
function around(html: string, mark: string, at: number): [before: string, after: string] {
  if (at < 0) throw new Error(`The page contains no ${mark}`)
  return [html.slice(0, at), html.slice(at + mark.length)]
}
