/** Maximum length of a tag in UTF-16 code units. */
export const maxTagLength = 50

/** Returns the path of a tag's page. */
export const tagPath = (name: string): string => `/tag/${encodeURIComponent(name)}`
