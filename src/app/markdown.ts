import type { Db } from '#kernel/db.ts'
import type { PreviewOf, LinkPreview } from '#kernel/markdown/link-previews.ts'
import type { MarkdownService } from '#kernel/markdown/markdown-service.ts'
import { createMarkdownThread } from '#kernel/markdown/markdown-thread.ts'
import type { ImageSource } from '#kernel/markdown/markdown.ts'
import { inSiteLanguage } from '#kernel/trace.ts'
import { canonicalAddress, githubAddress } from '#features/work/github-previews/github-address.contract.ts'
import { githubPreview } from '#features/work/github-previews/github-preview-html.ts'
import { previewAddresses, mayHavePreviews } from '#features/work/github-previews/github-previews.contract.ts'
import { findFacts } from '#features/work/github-previews/github-previews.store.ts'
import { recordingPreviews } from '#features/live/livestreams/recording-preview.ts'
import { signedImagePath } from '#features/discovery/image-proxy/signed-image-path.ts'
import { type ImageSizes, srcsetOf } from '#features/writing/uploads/uploads.contract.ts'
import { findImages } from '#features/writing/uploads/uploads.store.ts'
import { type StorageProvider, storedAddress } from '#providers/storage/storage.ts'

interface MarkdownOptions {
  db: Db
  siteUrl: string
  imageSecret: Buffer
  storage: Pick<StorageProvider, 'keyOf' | 'addressOf'>
}

/** Creates the Markdown service, which adds sizes to uploaded pictures, proxies other pictures, and previews links to
 *  GitHub and to recordings. Renders long documents in a worker thread. */
export function createMarkdown({ db, siteUrl, imageSecret, storage }: MarkdownOptions): ClosableMarkdown {
  const thread = createMarkdownThread()
  const isOwn = (address: string) => storage.keyOf(address) !== null

  async function imagesOf(addresses: string[]): Promise<[string, ImageSource][]> {
    const known = await findImages(
      db,
      addresses.filter(isOwn).map((address) => storedAddress(storage, address)),
    )
    return addresses.map((address) => {
      const src = storedAddress(storage, address)
      const sizes = known.get(src)
      if (sizes) return [address, ownImage(src, sizes)]
      return [address, { src: src.startsWith('/') || isOwn(src) ? src : signedImagePath(src, imageSecret) }]
    })
  }

  return {
    async render(source, form = {}) {
      const { images, links } = mayHaveAddresses(source) ? await thread.addresses({ source, siteUrl }) : none
      const preview = await linkPreviews(db, links)
      const previews = inSiteLanguage(() =>
        links.map((address): [string, LinkPreview | null] => [address, preview(address)]),
      )
      return thread.render({ source, siteUrl, form, images: await imagesOf(images), previews })
    },
    imageOf: async (url) => (await imagesOf([url]))[0]![1],
    close: thread.close,
  }
}

interface ClosableMarkdown extends MarkdownService {
  close: () => Promise<void>
}

const none = { images: [], links: [] }

/** Reports whether the text may contain pictures or links with previews. */
const mayHaveAddresses = (source: string): boolean =>
  source.includes('![') || mayHavePreviews(source) || source.includes('/recording/')

/** Returns stored previews of GitHub links and of recordings on this site. */
async function linkPreviews(db: Db, links: string[]): Promise<PreviewOf> {
  const [github, recording] = await Promise.all([githubPreviews(db, links), recordingPreviews(db, links)])
  return (href) => github(href) ?? recording(href)
}

/** Returns stored previews of GitHub links. Each preview is used only once per document. */
async function githubPreviews(db: Db, links: string[]): Promise<PreviewOf> {
  if (previewAddresses(links).length === 0) return () => null
  const left = await findFacts(db, previewAddresses(links))
  return (href) => {
    const address = githubAddress(href)
    const key = address && canonicalAddress(address)
    const facts = key && left.get(key)
    if (!facts) return null
    left.delete(key)
    return githubPreview(href, facts)
  }
}

const ownImage = (src: string, sizes: ImageSizes): ImageSource => ({
  src,
  width: sizes.width,
  height: sizes.height,
  ...(sizes.variants.length > 0 && { srcset: srcsetOf(src, sizes) }),
})
