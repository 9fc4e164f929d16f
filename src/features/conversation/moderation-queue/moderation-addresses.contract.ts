import { address } from '#kernel/address.contract.ts'

export const adminCommentsAddress = address('/admin/comments', {})
