import * as z from 'zod/mini'

export const oembedPath = '/oembed'

/** Where other sites ask how to show the page at that address. */
export const oembedAddress = (url: string): string => `${oembedPath}?url=${encodeURIComponent(url)}&format=json`

const Pixels = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'maxwidth and maxheight must be whole numbers')),
  z.transform(Number),
)
/** What a consumer asks. Source: oembed.com §2.2 */
export const OembedQuery = z.object({
  url: z.string('url is required').check(z.maxLength(2000, 'The address is too long')),
  format: z._default(z.enum(['json', 'xml'], 'format must be json or xml'), 'json'),
  maxwidth: z.optional(Pixels),
  maxheight: z.optional(Pixels),
})
export type OembedQuery = z.infer<typeof OembedQuery>
