import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import type { SiteFacts } from './page.ts'

// schema.org descriptions of pages, which only the server renders.

interface Author {
  username: string
  displayName: string
  profileImage: string | null
}

/** Describes an author. */
export const authorJsonLd = (author: Author, site: SiteFacts) =>
  isDeleted(author) ? { '@type': 'Person', name: author.displayName } : personJsonLd(author, site)

/** Describes a member. Source: schema.org, Person */
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

interface Video {
  /** The path of the video's page. */
  href: string
  title: string
  description: string
  /** The path of the video's thumbnail. */
  picture: string
  uploadDate: string
  user: Author
  playbackUrl: string | null
}

/** Describes a video. Source: schema.org, VideoObject */
export function videoJsonLd(
  { href, title, description, picture, uploadDate, user, playbackUrl }: Video,
  site: SiteFacts,
) {
  const url = site.url + href
  return {
    '@type': 'VideoObject',
    '@id': url,
    url,
    mainEntityOfPage: url,
    name: title,
    description: description || title,
    thumbnailUrl: site.url + picture,
    uploadDate,
    author: authorJsonLd(user, site),
    isPartOf: siteReference(site),
    ...(playbackUrl !== null && { contentUrl: new URL(playbackUrl, site.url).href }),
  }
}

/** A reference to the site by its URL. */
export const siteReference = ({ url }: SiteFacts) => ({ '@id': `${url}/#website` })
