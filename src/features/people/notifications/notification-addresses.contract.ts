import { address } from '#kernel/address.contract.ts'

export const notificationsAddress = address('/notifications', {})
export const unsubscribeAddress = address('/unsubscribe', {})
