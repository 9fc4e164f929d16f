import type { Db } from '#kernel/db.ts'
import type { MarkdownService } from '#kernel/markdown/markdown-service.ts'
import { type ImageSource, imagesIn, renderMarkdown } from '#kernel/markdown/markdown.ts'
import { proxiedImage } from '#features/image-proxy/image-proxy.ts'
import type { ImageSizes } from '#features/uploads/uploads.contract.ts'
import { findImages } from '#features/uploads/uploads.store.ts'

interface MarkdownOptions {
  db: Db
  siteUrl: string
  imageSecret: Buffer
}

/** Markdown with what this site knows of its pictures: their sizes where they were uploaded here, the proxy for others. */
export const createMarkdown = ({ db, siteUrl, imageSecret }: MarkdownOptions): MarkdownService => ({
  async render(source) {
    const known = await findImages(db, imagesIn(source, siteUrl))
    const image = (address: string): ImageSource => {
      const sizes = known.get(address)
      if (sizes) return ownImage(address, sizes)
      return { src: address.startsWith('/') ? address : proxiedImage(address, imageSecret) }
    }
    return renderMarkdown(source, { siteUrl, image })
  },
})

const ownImage = (src: string, { width, height, variants }: ImageSizes): ImageSource => {
  const sources = [...variants, { width, url: src }].map((one) => `${one.url} ${one.width}w`)
  return { src, width, height, ...(variants.length > 0 && { srcset: sources.join(', ') }) }
}
