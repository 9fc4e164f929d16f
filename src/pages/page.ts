import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { CardLink } from '#features/cards/cards.contract.ts'
import type { FeedLink } from '#features/feeds/feeds.contract.ts'
import type { presentLivestream } from '#features/livestreams/presented-livestreams.ts'
import type { presentRecording } from '#features/livestreams/presented-recordings.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'

/** Where a page is: the parts of its path and the query parameters that it knows. */
export interface PageAddress {
  params: Record<string, string>
  query: Record<string, string>
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
  card?: CardLink
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

/** What a screen's view module gives: rendered on the server for the anonymous visitor, then taken over in the browser. */
export interface PageView {
  View: ComponentType<PageAddress>
  /** Reads from what `load` put into the cache. */
  head: (cache: QueryClient, address: PageAddress) => Head
}

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
export type Load = (ctx: LoadContext, address: PageAddress) => Promise<Loaded>
