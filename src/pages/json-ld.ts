import type { QueryClient } from '@tanstack/react-query'
import type { PageAddress } from './page.ts'

// What pages say about themselves in the words of schema.org: written on the server alone.

/** `url` is the public address, without a slash at its end. */
export interface SiteFacts {
  url: string
  name: string
}

/** What a page is about. Reads from what `load` put into the cache. */
export type PageJsonLd = (cache: QueryClient, address: PageAddress, site: SiteFacts) => object[]

interface Author {
  username: string
  displayName: string
  profileImage: string | null
}

export function personJsonLd({ username, displayName, profileImage }: Author, site: SiteFacts) {
  const url = `${site.url}/profile/${username}`
  return {
    '@type': 'Person',
    '@id': url,
    name: displayName,
    url,
    ...(profileImage !== null && { image: new URL(profileImage, site.url).href }),
  }
}

/** The site itself, named by its address. */
export const siteReference = ({ url }: SiteFacts) => ({ '@id': `${url}/#website` })
