import { address } from '#kernel/address.contract.ts'

export const importSettingsAddress = address('/settings/import', {})
