import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import type { SocialImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import type { FeedLink } from '#features/discovery/feeds/feeds.contract.ts'
import type { presentLivestream } from '#features/live/livestreams/livestream-presenter.ts'
import type { presentRecording } from '#features/live/livestreams/recording-presenter.ts'
import type { AddressFacts } from '#kernel/address.contract.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Section } from '#schemas/sections.contract.ts'
import type { MarkdownService } from '#kernel/markdown/markdown-service.ts'

/** The parameters in a page's URL. `params` is null if any path parameter is invalid. */
export interface PageProps<A extends AddressFacts = AddressFacts> {
  params: ReturnType<A['paramsIn']>
  query: ReturnType<A['queryIn']>
}

/** The maximum length of a description, in characters. Source: docs/product.md, Limits. */
export const descriptionLength = 155

/** A page's metadata for browsers, search engines, and link previews. */
export interface Head {
  title: string
  /** At most {@link descriptionLength} characters long. */
  description?: string
  type?: 'website' | 'article' | 'profile' | 'video.other'
  /** The canonical URL, if it differs from the page's own. */
  canonicalPath?: string
  /** The URL where the content was first published, if on another site. */
  canonicalUrl?: string
  /** The social image. Default: the site's social image. */
  card?: SocialImageLink
  /** A picture on this site or in its storage, used instead of the social image. */
  picture?: { address: string; alt: string }
  publishedAt?: string
  modifiedAt?: string
  authorPath?: string
  section?: string
  tags?: string[]
  /** The previous page of the list. */
  previousPath?: string | undefined
  nextPath?: string | undefined
  /** Whether other sites can embed the page with oEmbed. */
  isEmbeddable?: boolean
  /** Accepts webmentions. */
  acceptsWebmentions?: boolean
  /** The feed for the page's content, in addition to the site's feeds. */
  feed?: FeedLink
  noindex?: boolean
  /** Whether the URL may contain a token, which must not be sent to other sites. */
  isAddressSecret?: boolean
}

/** A page's view: rendered on the server for visitors, then hydrated in the browser. */
export interface PageView<A extends AddressFacts = AddressFacts> {
  View: ComponentType<PageProps<A>>
  /** Reads what `load` has put into the cache. */
  head: (cache: QueryClient, props: PageProps<A>) => Head
}

/** `url`: the public URL, without a trailing slash. */
export interface SiteFacts {
  url: string
  name: string
}

/** Describes a page's content with schema.org types. Reads what `load` has put into the cache. */
export type PageJsonLd<A extends AddressFacts = AddressFacts> = (
  cache: QueryClient,
  props: PageProps<A>,
  site: SiteFacts,
) => object[]

/** Returns the browser tab's title. */
export const documentTitle = (title: string, siteName: string): string =>
  title === siteName || title.startsWith(`${siteName} – `) ? title : `${title} · ${siteName}`

const maxTitleCount = 99

/** Returns the browser tab's title with the number of unread notifications, such as `(3) Feed`. */
export const titleWithCount = (title: string, count: number): string =>
  count === 0 ? title : `(${count > maxTitleCount ? `${maxTitleCount}+` : count}) ${title}`

export interface LoadContext {
  db: Db
  clock: Clock
  /** The public URL, without a trailing slash. */
  siteUrl: string
  markdown: MarkdownService
  siteSettings: Pick<LiveSiteSettings, 'now' | 'isOn'>
  /** Provides livestream playback URLs. */
  streaming: Parameters<typeof presentLivestream>[0] & Parameters<typeof presentRecording>[0]
}

/** The data for rendering a page: entries for the query cache, and the HTTP status. */
export interface Loaded {
  status?: 200 | 404 | 410
  redirectTo?: string
  /** 308 by default. */
  redirectStatus?: 301 | 302
  entries: [QueryKey, unknown][]
  /** For pages with `changesWithContent`: whether what was loaded also changes as time passes. */
  changesWithTime?: boolean
}

/** Loads a page's data. Not called for invalid parameters, which return 404. */
export type Load<A extends AddressFacts = AddressFacts> = (
  ctx: LoadContext,
  at: { params: NonNullable<PageProps<A>['params']>; query: PageProps<A>['query'] },
) => Promise<Loaded>

/** The parts of a screen, each in its own module: the view is loaded when the browser first needs it; `*.load.ts` and
 *  `*-json-ld.ts` run only on the server and are not in the browser's bundle (vite.config.ts). */
interface PageSpec<A extends AddressFacts> {
  /** The folder that contains the page's view. */
  name: string
  view: () => Promise<PageView<A>>
  load?: () => Promise<Load<A>>
  jsonLd?: () => Promise<PageJsonLd<A>>
  /** While this section of the site is off, the page is not found. */
  section?: Section
  /** Members only: visitors are redirected to /login, with the message, if one is given. */
  guard?: true | (() => { title: string; description: string })
  /** Shows readers, who may not publish, that they can't use the page. */
  forWriters?: boolean
  /** Administrators can write a page with the same address. */
  isShared?: boolean
  /** For people who have its secret URL: rendered for each request, not stored by any cache, and neither logged nor sent
   *  to other sites. */
  isPrivate?: boolean
  /** Visitors see only what `load` has read and the settings, so the page is cached until either changes. */
  changesWithContent?: true
  /** Visitors can read and use the page without scripts, so their browsers load those when the visitor does something, or
   *  a few seconds after the page (docs/decisions/164). */
  loadsScriptsOnIntent?: true
  /** Allows camera, microphone, and screen capture: browsers decide that when they load a document. */
  capturing?: boolean
}

/** A view that is loaded once. `load` does not retry a failure, because rendering calls it repeatedly; `reload` does. */
export interface LazyView {
  load: () => Promise<PageView>
  reload: () => Promise<PageView>
  loaded: PageView | null
}

export interface Page extends Omit<PageSpec<AddressFacts>, 'view'> {
  address: AddressFacts
  view: LazyView
}

/** Defines one of the site's screens. */
export function page<A extends AddressFacts>(address: A, given: PageSpec<A>): Page {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its parts receive only parsed parameters
  const spec = given as unknown as PageSpec<AddressFacts>
  const { load, jsonLd } = spec
  return {
    ...spec,
    address,
    view: lazy(spec.view),
    ...(load && { load: once(load) }),
    ...(jsonLd && { jsonLd: once(jsonLd) }),
  }
}

/** Resolving an import takes time for each page, even if the module is loaded. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => (pending ??= load())
}

function lazy(fetchView: () => Promise<PageView>): LazyView {
  let pending: Promise<PageView> | undefined
  const view: LazyView = {
    loaded: null,
    load: () => (pending ??= fetchView().then((loaded) => (view.loaded = loaded))),
    reload: () => {
      pending = undefined
      return view.load()
    },
  }
  return view
}
