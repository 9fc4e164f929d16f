import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'

/** Allowed sizes of the longer side, in pixels. */
export const imageProxyWidths = ['480', '960', '1600'] as const

/** Scales the image down if a side is longer than `width`. */
export const getExternalImage = endpoint('GET /image-proxy/:signature/:address', {
  summary: 'Get an image from another site as WebP',
  access: 'anyone',
  params: { signature: z.string(), address: z.string() },
  query: z.object({
    width: z._default(z.enum(imageProxyWidths, { error: () => t('This width is not available') }), '1600'),
  }),
  headers: { 'If-None-Match': 'The ETag of a stored copy' },
  answer: media('image/webp'),
})
