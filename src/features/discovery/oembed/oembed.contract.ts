import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'

const Pixels = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'maxwidth and maxheight must be whole numbers')),
  z.transform(Number),
)
/** The request parameters. Source: oembed.com §2.2 */
const OembedQuery = z.object({
  url: z.string('url is required').check(z.maxLength(2000, { error: () => t('The URL is too long') })),
  format: z._default(z.enum(['json', 'xml'], 'format must be json or xml'), 'json'),
  maxwidth: z.optional(Pixels),
  maxheight: z.optional(Pixels),
})
export type OembedQuery = z.infer<typeof OembedQuery>

/** Returns JSON only; `format=xml` is not implemented. */
export const getOembed = endpoint('GET /oembed', {
  summary: 'Get oEmbed data for a page on this site',
  access: 'anyone',
  query: OembedQuery,
  headers: { 'if-none-match': 'ETag of a response that the caller already has' },
  answer: media('application/json'),
})

/** Returns the oEmbed URL for a page. */
export const oembedAddress = (url: string): string => `${getOembed.path}?url=${encodeURIComponent(url)}&format=json`
