import { decodedText, optionalText, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'
import { maxTagLength } from '#schemas/tag-paths.contract.ts'

export const tagAddress = address('/tag/:tag', { params: { tag: decodedText }, query: { page: pageNumber } })
/** Where administrators rename and merge tags. `q`: the beginning of the name. */
export const adminTagsAddress = address('/admin/tags', { query: { q: optionalText(maxTagLength), page: pageNumber } })
