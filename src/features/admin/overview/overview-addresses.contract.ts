import { address } from '#kernel/address.contract.ts'

/** The overview for administrators. */
export const adminOverviewAddress = address('/admin', {})
