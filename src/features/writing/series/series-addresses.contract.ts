import { address, DecodedText } from '#kernel/address.contract.ts'

export const seriesAddress = address('/series/:slug', { params: { slug: DecodedText } })
