export const builtModules: string
export const siteFlags: readonly string[]
export const leanFlags: readonly string[]
export const leanMemory: Readonly<Record<string, string>>
