import { type Fields, pictureIn, textOf } from './front-matter.ts'
import { recordOf } from './generators/file-tree.ts'
import { imageOf } from './markdown-parts.ts'
import type { SourceCover } from './source-site.ts'

/** Adds the cover above the text unless the text already contains it, for content that has no cover field on this
 *  site. */
export const withCover = (content: string, cover: SourceCover | undefined): string =>
  cover && !content.includes(cover.address) ? `${imageOf(cover.address, cover.alt)}\n\n${content.trim()}` : content

/** Front matter fields for the cover, most specific first. */
const names = [
  'cover_image',
  'coverImage',
  'cover',
  'heroImage',
  'hero_image',
  'hero',
  'featured_image',
  'featuredImage',
  'featureImage',
  'feature_image',
  'feature',
  'featured',
  'mainImage',
  'headerImage',
  'header_image',
  'header',
  'image',
  'img',
  'images',
  'banner',
  'thumbnail',
  'teaser',
  'ogImage',
  'og_image',
  'socialImage',
]

const altNames = ['alt', 'caption', 'image_description', 'overlay_alt']
const inPage = /^(?:feature|featured|cover|thumbnail|thumb|hero|banner)[\w-]*\.(?:jpe?g|png|webp|gif|avif)$/i

/** Finds the cover in the front matter, or in a page bundle's folder. @param siblings the files in the page's folder;
 *  empty unless it is a page bundle */
export function coverOf(fields: Fields, siblings: string[]): SourceCover | undefined {
  for (const name of names) {
    const address = pictureIn(fields, [name])
    if (isPicture(address)) return { address, alt: altOf(fields, name) }
  }
  const resource = resourceOf(fields)
  if (resource) return { address: resource, alt: '' }
  const file = siblings.find((sibling) => inPage.test(sibling))
  return file === undefined ? undefined : { address: encodeURIComponent(file), alt: '' }
}

/** Rejects the names of icons and colors, which some themes use instead of a picture. */
const isPicture = (address: string): boolean =>
  /^https?:\/\/|\.(?:jpe?g|png|webp|gif|avif|svg|bmp)(?:[?#].*)?$/i.test(address)

function altOf(fields: Fields, name: string): string {
  const own = textOf(recordOf(fields[name]), ...altNames)
  return (
    own ||
    textOf(
      fields,
      `${name}_alt`,
      `${name}Alt`,
      `${name}_caption`,
      'cover_alt',
      'coverAlt',
      'imageAlt',
      'image_alt',
      'alt',
    )
  )
}

/** Finds the resource that a Hugo page declares as its cover. */
function resourceOf({ resources }: Fields): string | null {
  const all = Array.isArray(resources) ? resources.map(recordOf) : []
  const found = all.find((one) => /feature|cover|header|thumb|hero/i.test(textOf(one, 'name')))
  const address = found ? textOf(found, 'src') : ''
  return isPicture(address) && !address.includes('*') ? address : null
}
