import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { SocialImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import type { FeedLink } from '#features/discovery/feeds/feeds.contract.ts'
import type { presentLivestream } from '#features/live/livestreams/livestream-presenter.ts'
import type { presentRecording } from '#features/live/livestreams/recording-presenter.ts'
import type { AddressFacts } from '#kernel/address.contract.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'

/** The parameters in a page's address. `params` is null if one of them does not fit. */
export interface PageProps<A extends AddressFacts = AddressFacts> {
  params: ReturnType<A['paramsIn']>
  query: ReturnType<A['queryIn']>
}

/** What a page says about itself to browsers, search engines and link cards. */
export interface Head {
  title: string
  /** At most 155 characters. */
  description?: string
  type?: 'website' | 'article' | 'profile' | 'video.other'
  /** The address that search engines should keep, when it is not the page's own. */
  canonicalPath?: string
  /** What stands for the page where its link is shared; left out, it is the card of the site. */
  card?: SocialImageLink
  /** Stands in the card's place: a picture that is kept on this site or its storage. */
  picture?: { address: string; alt: string }
  publishedAt?: string
  modifiedAt?: string
  authorPath?: string
  section?: string
  /** Of the list that this is a page of. */
  previousPath?: string | undefined
  nextPath?: string | undefined
  /** Other sites may show it inside of theirs, by oEmbed. */
  isEmbeddable?: boolean
  /** Other sites may tell of what they say about it, by Webmention. */
  takesWebmentions?: boolean
  /** The feed with what the page shows; those of the whole site follow it on every page. */
  feed?: FeedLink
  noindex?: boolean
  /** The address may hold a token, which no other site is to be told. */
  isAddressSecret?: boolean
}

/** What a page shows: rendered on the server for the anonymous visitor, then hydrated in the browser. */
export interface PageView<A extends AddressFacts = AddressFacts> {
  View: ComponentType<PageProps<A>>
  /** Reads from what `load` put into the cache. */
  head: (cache: QueryClient, props: PageProps<A>) => Head
}

/** `url` is the public address, without a slash at its end. */
export interface SiteFacts {
  url: string
  name: string
}

/** Describes what a page is about, in the words of schema.org. Reads from what `load` put into the cache. */
export type PageJsonLd<A extends AddressFacts = AddressFacts> = (
  cache: QueryClient,
  props: PageProps<A>,
  site: SiteFacts,
) => object[]

/** The title as the browser's tab has it. */
export const documentTitle = (title: string, siteName: string): string =>
  title === siteName ? siteName : `${title} · ${siteName}`

export interface LoadContext {
  db: Db
  clock: Clock
  /** The public address, without a slash at its end. */
  siteUrl: string
  /** Knows where streams are played from. */
  streaming: Parameters<typeof presentLivestream>[0] & Parameters<typeof presentRecording>[0]
}

/** What a page needs before it can be rendered: entries for the cache of reads, and its HTTP status. */
export interface Loaded {
  status?: 200 | 404 | 410
  redirectTo?: string
  entries: [QueryKey, unknown][]
}

/** Reads what the page at an address shows. Not called for an address that does not fit: that is a 404. */
export type Load<A extends AddressFacts = AddressFacts> = (
  ctx: LoadContext,
  at: { params: NonNullable<PageProps<A>['params']>; query: PageProps<A>['query'] },
) => Promise<Loaded>

/** What a screen consists of. Its parts are modules of their own: the view is fetched when the browser first needs it,
 *  `*.load.ts` and `*-json-ld.ts` run on the server only and are left out of the browser's bundle (vite.config.ts). */
interface PageSpec<A extends AddressFacts> {
  /** The folder of its view. */
  name: string
  view: () => Promise<PageView<A>>
  load?: () => Promise<Load<A>>
  jsonLd?: () => Promise<PageJsonLd<A>>
  /** For members only: visitors are redirected to /login, with a message if one is given. */
  guard?: true | { title: string; description: string }
  /** Allows camera, microphone, and screen capture: browsers decide that when they load a document. */
  capturing?: boolean
}

/** A view that is fetched once. If that fails, it is not tried again: a newer version of the site has other files, so the
 *  document has to be loaded again. */
export interface LazyView {
  load: () => Promise<PageView>
  loaded: PageView | null
}

export interface Page extends Omit<PageSpec<AddressFacts>, 'view'> {
  address: AddressFacts
  view: LazyView
}

/** Defines a screen of the site. */
export function page<A extends AddressFacts>(address: A, given: PageSpec<A>): Page {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its parts only get what its own address has parsed
  const spec = given as unknown as PageSpec<AddressFacts>
  return { ...spec, address, view: lazy(spec.view) }
}

function lazy(fetchView: () => Promise<PageView>): LazyView {
  let pending: Promise<PageView> | undefined
  const view: LazyView = {
    loaded: null,
    load: () => (pending ??= fetchView().then((loaded) => (view.loaded = loaded))),
  }
  return view
}
