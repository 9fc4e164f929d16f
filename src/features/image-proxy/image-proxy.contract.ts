import * as z from 'zod/mini'

/** A picture from elsewhere, fetched by us, as WebP; `?width=` makes it at most so wide and high. */
export const imageProxyPath = '/image-proxy/:signature/:address'

/** Pixels of the longer side. */
export const imageProxyWidths = ['480', '960', '1600'] as const
export const ImageProxyQuery = z.object({
  width: z._default(z.enum(imageProxyWidths, 'There is no such width'), '1600'),
})
