import type { Context } from '#kernel/http.ts'
import { srcsetOf } from '#features/writing/uploads/uploads.contract.ts'
import type { Thumbnail } from './projects.contract.ts'
import { findSizes } from './thumbnails.store.ts'

export interface Pictures extends Pick<Context, 'db'> {
  storage: Pick<Context['storage'], 'keyOf' | 'addressOf'>
  imageProxy: Pick<Context['imageProxy'], 'addressOf'>
}

/** The widths that the image proxy serves, in pixels. */
const proxyWidths = [480, 960, 1600]

/** Returns the image at a URL in the sizes for a card and for the project's page: copies of an upload, or otherwise
 *  proxied images. Returns null if there is no URL. */
export async function thumbnailOf({ db, storage, imageProxy }: Pictures, url: string): Promise<Thumbnail | null> {
  if (url === '') return null
  const place = storage.keyOf(url)
  if (place) {
    const src = storage.addressOf(place)
    const sizes = await findSizes(db, src, place)
    return { src, srcset: sizes ? srcsetOf(src, sizes) : '' }
  }
  if (url.startsWith('/')) return { src: url, srcset: '' }
  const proxied = imageProxy.addressOf(url)
  const sized = proxyWidths.map((width) => ({ width, address: `${proxied}?width=${width}` }))
  return { src: sized[1]!.address, srcset: sized.map(({ address, width }) => `${address} ${width}w`).join(', ') }
}
