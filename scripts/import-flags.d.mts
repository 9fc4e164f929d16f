export const importFlags: readonly string[]
