// In a file of their own, because every page's script contains them.

export const typefaceNames = ['grotesk', 'editorial', 'technical', 'friendly'] as const
export type Typeface = (typeof typefaceNames)[number]

export const densityNames = ['comfortable', 'compact'] as const
export type Density = (typeof densityNames)[number]

export const codeThemeNames = ['devstead', 'github', 'solarized', 'dracula'] as const
export type CodeTheme = (typeof codeThemeNames)[number]
