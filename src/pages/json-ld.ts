import type { SiteFacts } from './page.ts'

// What several pages say about themselves in the words of schema.org.

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
