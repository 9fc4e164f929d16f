import { imageOf, quoted } from './markdown-parts.ts'

export const isElement = (node: unknown): node is HTMLElement =>
  typeof node === 'object' && node !== null && 'querySelector' in node
export const attribute = (node: unknown, name: string): string =>
  isElement(node) ? (node.getAttribute(name) ?? '') : ''

const textOf = (node: HTMLElement, selector: string): string =>
  (node.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim()

const linkTo = (address: string, label: string): string =>
  address === ''
    ? label
    : `[${label.replaceAll(/[[\]\\]/g, '') || 'Link'}](<${address.replace(/[<>\n]/g, encodeURIComponent)}>)`

const hrefIn = (node: HTMLElement): string => attribute(node.querySelector('a'), 'href')

/** Returns a link to a player's file, which may be in its first `source` element. */
export function mediaLink(node: HTMLElement, label = ''): string {
  const source = attribute(node, 'src') || attribute(node.querySelector('source'), 'src')
  const name = label || (node.nodeName === 'VIDEO' ? 'Video' : 'Audio')
  return source === '' ? '' : linkTo(source, name)
}

const player = (kind: 'video' | 'audio') => (node: HTMLElement) => {
  const element = node.querySelector<HTMLElement>(kind)
  const caption = textOf(node, 'figcaption')
  const link = element ? mediaLink(element, textOf(node, `.kg-${kind}-title`)) : ''
  return caption === '' ? link : `${link}\n\n*${caption}*`
}

/** Functions that convert Ghost cards and WordPress blocks to Markdown, by class. */
const cards = new Map<string, (node: HTMLElement, content: string) => string>([
  ['kg-bookmark-card', (node) => linkTo(hrefIn(node), textOf(node, '.kg-bookmark-title'))],
  ['kg-callout-card', (_, content) => quoted(content.replace(/\n{2,}/, ' '))],
  ['kg-toggle-heading', (node) => `**${textOf(node, '.kg-toggle-heading-text')}**`],
  ['kg-video-card', player('video')],
  ['kg-audio-card', player('audio')],
  [
    'kg-file-card',
    (node) => linkTo(hrefIn(node), textOf(node, '.kg-file-card-title') || textOf(node, '.kg-file-card-filename')),
  ],
  ['kg-product-card', productOf],
  ['kg-signup-card', () => ''],
  ['kg-email-cta', () => ''],
  ['wp-block-file', (node) => linkTo(hrefIn(node), (node.querySelector('a')?.textContent ?? '').trim())],
])

/** Returns the function that converts an element, if it is a card. */
export function cardOf(node: unknown) {
  const name = attribute(node, 'class')
  return name === ''
    ? undefined
    : name
        .split(/\s+/)
        .map((one) => cards.get(one))
        .find((one) => one !== undefined)
}

function productOf(node: HTMLElement): string {
  const picture = attribute(node.querySelector('.kg-product-card-image'), 'src')
  const description = node.querySelector('.kg-product-card-description')?.textContent?.trim() ?? ''
  const button = node.querySelector('.kg-product-card-button')
  return [
    picture === '' ? '' : imageOf(picture, ''),
    `**${textOf(node, '.kg-product-card-title')}**`,
    description,
    button ? linkTo(attribute(button, 'href'), (button.textContent ?? '').trim()) : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
