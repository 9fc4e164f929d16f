import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import { formatTime } from '#schemas/time-zones.contract.ts'
import { drawable } from './drawable-text.ts'
import { type SocialImage, cutText } from './social-images.contract.ts'

/** The content of an image, reduced to text that the font can draw. */
export interface Scene {
  siteName: string
  /** The post's category. */
  badge: { text: string; color: string } | null
  headline: { text: string; as: 'title' | 'quote' | 'name' | 'site' }
  /** The member's title, shown below the name. */
  lead: string | null
  /** The member's bio. */
  more: string | null
  person: ScenePerson | null
  handle: string | null
  /** Bottom right. */
  facts: string[]
}

/** A person's picture, or initials with a tint. */
export interface Portrait<Picture> {
  picture: Picture | null
  initials: string
  color: string
}
/** The picture is a data URL. */
export type ScenePerson = Portrait<string> & { name: string }

/** The site, as shown in images. `tagline` may be empty. */
export interface ImageSite {
  name: string
  host: string
  tagline: string
  timeZone: string
}

interface SceneOptions {
  site: ImageSite
  portrait: Portrait<string> | null
  characters: ReadonlySet<number>
}

/** Returns an image's content. Text that the font cannot draw is replaced: a title with the author's name, a name
 *  with the handle, the site's name with its host. */
export function sceneOf(image: SocialImage, { site, portrait, characters }: SceneOptions): Scene {
  const draw = (text: string) => drawable(text, characters)
  const siteName = draw(site.name) ?? site.host
  if (image.kind === 'site') {
    const headline = { text: siteName, as: 'site' } as const
    const lead = draw(site.tagline) ?? 'Posts, articles, and projects by developers.'
    return { siteName, badge: null, headline, lead, more: null, person: null, handle: null, facts: [site.host] }
  }
  const handle = isDeleted(image.author) ? null : `@${image.author.username}`
  const name = draw(image.author.displayName) ?? handle ?? image.author.displayName
  const person = portrait && {
    ...portrait,
    name,
    initials: draw(portrait.initials) ?? name.replace('@', '')[0]!.toUpperCase(),
  }
  const base = { siteName, badge: null, more: null, person, handle: name === handle ? null : handle }
  if (image.kind === 'profile') {
    const headline = { text: name, as: 'name' } as const
    const bio = draw(cutText(image.bio, 240))
    return { ...base, headline, lead: draw(image.title), more: bio && cutText(bio, 130), facts: [site.host] }
  }
  if (image.kind === 'livestream') {
    const title = draw(image.title)
    return {
      ...base,
      badge: { text: 'Live stream', color: 'rose' },
      headline: title === null ? { text: name, as: 'name' } : { text: title, as: 'title' },
      lead: title === null ? `A live stream on ${siteName}` : null,
      facts: [image.startsAt === null ? site.host : dateText(image.startsAt, site)],
    }
  }
  const category = draw(image.category.displayName)
  const headline = headlineOf(image, draw)
  return {
    ...base,
    badge: category === null ? null : { text: category, color: image.category.color },
    headline: headline ?? { text: name, as: 'name' },
    lead: headline ? null : `${image.isLongForm ? 'An article' : 'A post'} on ${siteName}`,
    facts: [dateText(image.createdAt, site), ...(image.isLongForm ? [`${image.readingMinutes} min read`] : [])],
  }
}

/** Returns the title; for a post without one, its beginning as a quotation; null if neither can be drawn. */
function headlineOf(
  { title, excerpt }: SocialImage & { kind: 'post' },
  draw: (text: string) => string | null,
): Scene['headline'] | null {
  const text = draw(title ?? excerpt)
  if (text === null) return null
  return title === null
    ? { text: `“${text.replace(/(?<![\s,;:–-])[\s,;:–-]+…$/, '…')}”`, as: 'quote' }
    : { text, as: 'title' }
}

const dateText = (iso: string, { timeZone }: ImageSite): string =>
  formatTime(new Date(iso), { dateStyle: 'medium' }, timeZone)
