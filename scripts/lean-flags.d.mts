export const leanFlags: readonly string[]
