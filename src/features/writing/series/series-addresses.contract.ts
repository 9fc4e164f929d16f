import { decodedText } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

export const seriesAddress = address('/series/:slug', { params: { slug: decodedText } })
