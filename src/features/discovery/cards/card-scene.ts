import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import { drawable } from './card-text.ts'
import { type Card, cutText } from './cards.contract.ts'

/** What is drawn: texts that the typeface has. */
export interface CardScene {
  siteName: string
  /** What a post is about. */
  badge: { text: string; colour: string } | null
  headline: { text: string; as: 'title' | 'quote' | 'name' | 'site' }
  /** Below a name: who that is. */
  lead: string | null
  /** In their own words. */
  more: string | null
  person: CardPerson | null
  handle: string | null
  /** Bottom right. */
  facts: string[]
}

/** How a person looks: their picture, or initials on a word of the palette. */
export interface CardPortrait<Picture> {
  picture: Picture | null
  initials: string
  colour: string
}
/** The picture is a data address. */
export type CardPerson = CardPortrait<string> & { name: string }

interface SceneOptions {
  site: { name: string; host: string }
  portrait: CardPortrait<string> | null
  characters: ReadonlySet<number>
}

/** What a card shows. A text that the typeface cannot draw gives way: a title to the author's name, a name to the handle,
 *  the site's name to its host. */
export function sceneOf(card: Card, { site, portrait, characters }: SceneOptions): CardScene {
  const draw = (words: string) => drawable(words, characters)
  const siteName = draw(site.name) ?? site.host
  if (card.kind === 'site') {
    const headline = { text: siteName, as: 'site' } as const
    const lead = 'Posts, articles and projects by developers.'
    return { siteName, badge: null, headline, lead, more: null, person: null, handle: null, facts: [site.host] }
  }
  const handle = isDeleted(card.author) ? null : `@${card.author.username}`
  const name = draw(card.author.displayName) ?? handle ?? card.author.displayName
  const person = portrait && {
    ...portrait,
    name,
    initials: draw(portrait.initials) ?? name.replace('@', '')[0]!.toUpperCase(),
  }
  const base = { siteName, badge: null, more: null, person, handle: name === handle ? null : handle }
  if (card.kind === 'profile') {
    const headline = { text: name, as: 'name' } as const
    const bio = draw(cutText(card.bio, 240))
    return { ...base, headline, lead: draw(card.title), more: bio && cutText(bio, 130), facts: [site.host] }
  }
  if (card.kind === 'livestream') {
    const title = draw(card.title)
    return {
      ...base,
      badge: { text: 'Live stream', colour: 'rose' },
      headline: title === null ? { text: name, as: 'name' } : { text: title, as: 'title' },
      lead: title === null ? `A live stream on ${siteName}` : null,
      facts: [card.startsAt === null ? site.host : dateText.format(new Date(card.startsAt))],
    }
  }
  const category = draw(card.category.displayName)
  const headline = headlineOf(card, draw)
  return {
    ...base,
    badge: category === null ? null : { text: category, colour: card.category.color },
    headline: headline ?? { text: name, as: 'name' },
    lead: headline ? null : `${card.isLongForm ? 'An article' : 'A post'} on ${siteName}`,
    facts: [dateText.format(new Date(card.createdAt)), ...(card.isLongForm ? [`${card.readingMinutes} min read`] : [])],
  }
}

/** The title; of a post that has none its beginning as a quotation; null where neither can be drawn. */
function headlineOf(
  { title, excerpt }: Card & { kind: 'post' },
  draw: (words: string) => string | null,
): CardScene['headline'] | null {
  const text = draw(title ?? excerpt)
  if (text === null) return null
  return title === null
    ? { text: `“${text.replace(/(?<![\s,;:–-])[\s,;:–-]+…$/, '…')}”`, as: 'quote' }
    : { text, as: 'title' }
}

const dateText = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
