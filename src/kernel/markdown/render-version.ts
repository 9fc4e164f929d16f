/** Increment this when the output for the same Markdown changes, so that stored renderings are updated. */
export const renderVersion = 6
