import { address, DecodedText, optionalText, PageNumber } from '#kernel/address.contract.ts'
import { maxTagLength } from '#schemas/tag-paths.contract.ts'

export const tagAddress = address('/tag/:tag', { params: { tag: DecodedText }, query: { page: PageNumber } })
/** Where administrators rename and merge tags. `q`: the beginning of the name. */
export const adminTagsAddress = address('/admin/tags', { query: { q: optionalText(maxTagLength), page: PageNumber } })
