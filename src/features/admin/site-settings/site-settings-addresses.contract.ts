import { address } from '#kernel/address.contract.ts'

export const adminSettingsAddress = address('/admin/settings', {})
