import { t } from '#messages/messages.ts'
import {
  all,
  nodesOf,
  attributeOf,
  elementOf,
  lineOf,
  removeAll,
  replaceCaptions,
  replaceCode,
  replaceWith,
  replaceWithLink,
} from './html-parts.ts'
import type { SourceCover } from './source-site.ts'

/** Returns the picture that Medium shows in lists. */
export function coverIn(body: Element): SourceCover | null {
  const image = body.querySelector('img[data-is-featured]')
  const address = attributeOf(image, 'src')
  return address === '' ? null : { address, alt: attributeOf(image, 'alt') || captionOf(image) }
}

const captionOf = (image: Element | null): string => lineOf(image?.closest('figure')?.querySelector('figcaption'))

/** Prepares a story's body for Markdown: removes what is not part of the text, and replaces cards and embedded elements
 *  with links. @param hashes the ids of the member's stories @returns what was left out, as notes */
export function cleanBody(
  body: HTMLElement,
  title: string,
  cover: string | null,
  hashes: ReadonlySet<string>,
): string[] {
  const heading = body.querySelector('.graf--title')
  if (heading && lineOf(heading) === title) heading.remove()
  for (const subtitle of all(body, '.graf--subtitle'))
    replaceWith(subtitle, elementOf(subtitle, 'p', {}, elementOf(subtitle, 'em', {}, lineOf(subtitle))))
  body.querySelector('section')?.querySelector('.section-divider')?.remove()
  const first = body.querySelector('.graf')
  if (cover !== null && attributeOf(first?.querySelector('img'), 'src') === cover) first?.remove()
  removeAll(body, '.aspectRatioPlaceholder-fill')
  for (const pre of all(body, 'pre')) replaceCode(pre, attributeOf(pre, 'data-code-block-lang'))
  for (const card of all(body, '.graf--mixtapeEmbed')) {
    const link = card.querySelector('a')
    replaceWithLink(card, attributeOf(link, 'href'), lineOf(link?.querySelector('strong')) || lineOf(link))
  }
  for (const image of all(body, 'img'))
    if (attributeOf(image, 'alt') === '') image.setAttribute('alt', captionOf(image))
  const left = replaceEmbeds(body)
  replaceCaptions(body)
  replaceLinks(body, hashes)
  for (const [from, to] of [
    ['h3', 'h2'],
    ['h4', 'h3'],
  ] as const)
    for (const one of all(body, from)) replaceWith(one, elementOf(one, to, {}, ...nodesOf(one)))
  return left === 0 ? [] : [t('embedded elements without an address were left out ({count})', { count: left })]
}

/** Replaces gists with links, and Embedly's players with the original sites' players. @returns how many were left out
 *  */
function replaceEmbeds(body: Element): number {
  for (const script of all(body, 'script')) {
    const gist = /^https:\/\/gist\.github\.com\/[\w./-]+(?=\.js)/.exec(attributeOf(script, 'src'))?.[0]
    replaceWithLink(script, gist ?? '', '')
  }
  for (const frame of all(body, 'iframe')) {
    const url = URL.parse(attributeOf(frame, 'src'))
    if (url?.host !== 'cdn.embedly.com') continue
    const player = url.searchParams.get('src') ?? ''
    if (/^https:\/\/(?:www\.youtube\.com|player\.vimeo\.com)\//.test(player)) frame.setAttribute('src', player)
    else replaceWithLink(frame, url.searchParams.get('url') ?? '', '')
  }
  let left = 0
  for (const figure of all(body, 'figure')) {
    if (figure.querySelector('img, iframe, a, pre')) continue
    figure.remove()
    left++
  }
  return left
}

/** Normalizes links between the member's stories, whose URLs have several forms, to the form that every story has. */
function replaceLinks(body: Element, hashes: ReadonlySet<string>): void {
  for (const link of all(body, 'a')) {
    const url = URL.parse(attributeOf(link, 'href'))
    const hash = /(?:-|\/p\/)([\da-f]{8,14})$/.exec(url?.pathname ?? '')?.[1]
    if (url && hash !== undefined && hashes.has(hash))
      link.setAttribute('href', `https://medium.com/p/${hash}${url.hash}`)
  }
}
