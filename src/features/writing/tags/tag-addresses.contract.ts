import * as z from 'zod/mini'
import { address, optionalText, PageNumber } from '#kernel/address.contract.ts'
import { maxTagLength } from '#schemas/tag-names.contract.ts'

/** Browsers may have decoded the path already. No tag contains a percent sign. */
const DecodedText = z.pipe(
  z.string().check(z.refine((text) => !/%(?![\da-f]{2})/i.test(text))),
  z.transform((text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return ''
    }
  }),
)

export const tagAddress = address('/tag/:tag', { params: { tag: DecodedText }, query: { page: PageNumber } })
/** Where administrators rename and merge tags. `q`: the beginning of the name. */
export const adminTagsAddress = address('/admin/tags', { query: { q: optionalText(maxTagLength), page: PageNumber } })
