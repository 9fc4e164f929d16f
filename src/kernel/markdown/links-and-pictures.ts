import type { Token } from 'markdown-it'
import type { PreviewOf } from './link-previews.ts'
import { foreignRel, imageAddress, linkTarget } from './links.ts'
import { altOf } from './plain-text.ts'
import { textToken, tokenOf } from './tokens.ts'

/** A picture's URLs. */
export interface ImageSource {
  src: string
  /** `address 480w, address 960w`. */
  srcset?: string
  width?: number
  height?: number
}

export interface PageOptions {
  /** Returns a picture's URLs, or null to show a link instead. `address`: a path on this site, or an absolute URL. */
  image: (address: string) => ImageSource | null
  siteUrl: string
  /** Returns previews for links that are alone on their line. By default, all links are kept. */
  preview?: PreviewOf
}

/** The maximum width at which pictures are shown, from which the browser chooses a size. */
const sizes = '(min-width: 48rem) 44rem, 100vw'
/** Maximum combined length of all URLs in a document, because reference links could cheaply repeat a long URL. */
const maxAddressesLength = 200_000
/** The cost of a link or picture in addition to its URL, which allows about 4,000 per document. The rest become plain
 *  text. */
const linkCost = 50

/** Replaces links and pictures that a page may not contain. @returns the URLs of the pictures, in order */
export function settleLinksAndPictures(tokens: Token[], options: PageOptions): string[] {
  const settling = { ...options, left: maxAddressesLength, pictures: new Set<string>() }
  for (const token of tokens) if (token.children?.length) token.children = settleLine(token.children, settling)
  return [...settling.pictures]
}

/** Returns the URLs of the pictures as passed to `PageOptions.image`, without duplicates. */
export function pictureAddresses(tokens: Token[], siteUrl: string): string[] {
  const images = tokens.flatMap((token) => (token.children ?? []).filter(({ type }) => type === 'image'))
  const addresses = images.map((image) => imageAddress(String(image.attrGet('src')), siteUrl))
  return [...new Set(addresses.filter((address) => address !== null))]
}

interface Settling extends PageOptions {
  left: number
  pictures: Set<string>
}

function settleLine(children: Token[], settling: Settling): Token[] {
  const settled: Token[] = []
  const links: boolean[] = []
  for (const token of children) {
    if (token.type === 'link_open') {
      const isLink = settleLink(token, settling)
      links.push(isLink)
      if (isLink) settled.push(token)
    } else if (token.type === 'link_close') {
      if (links.pop()) settled.push(token)
    } else if (token.type === 'image') settled.push(...settlePicture(token, links.includes(true), settling))
    else settled.push(token)
  }
  return settled
}

/** @returns whether the link is allowed */
function settleLink(token: Token, settling: Settling): boolean {
  const target = linkTarget(String(token.attrGet('href')), settling.siteUrl)
  if (!target || !spend(target.href + String(token.attrGet('title') ?? ''), settling)) return false
  token.attrSet('href', target.href)
  if (target.isForeign) token.attrSet('rel', foreignRel)
  return true
}

function settlePicture(token: Token, isInLink: boolean, settling: Settling): Token[] {
  const alt = altOf(token)
  const address = imageAddress(String(token.attrGet('src')), settling.siteUrl)
  if (!address || !spend(address + String(token.attrGet('title') ?? ''), settling)) return [textToken(alt)]
  const source = settling.image(address)
  if (source && !spend(source.src + (source.srcset ?? ''), settling)) return [textToken(alt)]
  if (source) {
    settling.pictures.add(source.src)
    return [pictureToken(source, alt, String(token.attrGet('title') ?? ''))]
  }
  const target = linkTarget(address, settling.siteUrl)
  if (isInLink || !target) return [textToken(alt)]
  const attributes = { href: target.href, ...(target.isForeign && { rel: foreignRel }) }
  return [tokenOf('link_open', 'a', 1, attributes), textToken(alt || address), tokenOf('link_close', 'a', -1)]
}

const pictureToken = ({ src, srcset, width, height }: ImageSource, alt: string, title: string): Token =>
  tokenOf('picture', 'img', 0, {
    src,
    ...(srcset && { srcset, sizes }),
    alt,
    ...(title && { title }),
    ...(width && height && { width, height }),
    loading: 'lazy',
    decoding: 'async',
  })

function spend(text: string, settling: Settling): boolean {
  settling.left -= text.length + linkCost
  return settling.left >= 0
}
