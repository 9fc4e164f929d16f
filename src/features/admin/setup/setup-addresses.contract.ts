import { address } from '#kernel/address.contract.ts'

export const setupAddress = address('/admin/setup', {})
