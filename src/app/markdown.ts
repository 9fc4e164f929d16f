import type { Db } from '#kernel/db.ts'
import type { CardOf } from '#kernel/markdown/link-cards.ts'
import type { MarkdownService } from '#kernel/markdown/markdown-service.ts'
import { type ImageSource, imagesIn, linksAloneIn, renderMarkdown } from '#kernel/markdown/markdown.ts'
import { canonicalAddress, githubAddress } from '#features/github-cards/github-address.contract.ts'
import { githubCard } from '#features/github-cards/github-card-html.ts'
import { cardAddresses, mayHaveCards } from '#features/github-cards/github-cards.contract.ts'
import { findFacts } from '#features/github-cards/github-cards.store.ts'
import { recordingCards } from '#features/livestreams/recording-card.ts'
import { proxiedImage } from '#features/image-proxy/image-address.ts'
import { type ImageSizes, srcsetOf } from '#features/uploads/uploads.contract.ts'
import { findImages } from '#features/uploads/uploads.store.ts'
import type { StorageProvider } from '#providers/storage/storage.ts'

interface MarkdownOptions {
  db: Db
  siteUrl: string
  imageSecret: Buffer
  storage: Pick<StorageProvider, 'placeOf'>
}

/** Markdown with what this site knows of its pictures, their sizes where they were uploaded here and the proxy for others,
 *  and of what it links to on GitHub. */
export function createMarkdown({ db, siteUrl, imageSecret, storage }: MarkdownOptions): MarkdownService {
  const isOwn = (address: string) => storage.placeOf(address) !== null
  return {
    async render(source, form) {
      const known = await findImages(db, imagesIn(source, siteUrl).filter(isOwn))
      const image = (address: string): ImageSource => {
        const sizes = known.get(address)
        if (sizes) return ownImage(address, sizes)
        return { src: address.startsWith('/') || isOwn(address) ? address : proxiedImage(address, imageSecret) }
      }
      return renderMarkdown(source, { ...form, siteUrl, image, card: await linkCards(db, source, siteUrl) })
    },
  }
}

/** Cards for what has been read of GitHub, and for recordings of this site. */
async function linkCards(db: Db, source: string, siteUrl: string): Promise<CardOf> {
  if (!mayHaveCards(source) && !source.includes('/recording/')) return () => null
  const links = linksAloneIn(source, siteUrl)
  const [github, recording] = await Promise.all([githubCards(db, links), recordingCards(db, links)])
  return (href) => github(href) ?? recording(href)
}

/** Each once in a text. */
async function githubCards(db: Db, links: string[]): Promise<CardOf> {
  const left = await findFacts(db, cardAddresses(links))
  return (href) => {
    const address = githubAddress(href)
    const key = address && canonicalAddress(address)
    const facts = key && left.get(key)
    if (!facts) return null
    left.delete(key)
    return githubCard(href, facts)
  }
}

const ownImage = (src: string, sizes: ImageSizes): ImageSource => ({
  src,
  width: sizes.width,
  height: sizes.height,
  ...(sizes.variants.length > 0 && { srcset: srcsetOf(src, sizes) }),
})
