import type { Db } from '#kernel/db.ts'
import type { MarkdownService } from '#kernel/markdown/markdown-service.ts'
import { type ImageSource, imagesIn, renderMarkdown } from '#kernel/markdown/markdown.ts'
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

/** Markdown with what this site knows of its pictures: their sizes where they were uploaded here, the proxy for others. */
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
      return renderMarkdown(source, { ...form, siteUrl, image })
    },
  }
}

const ownImage = (src: string, sizes: ImageSizes): ImageSource => ({
  src,
  width: sizes.width,
  height: sizes.height,
  ...(sizes.variants.length > 0 && { srcset: srcsetOf(src, sizes) }),
})
