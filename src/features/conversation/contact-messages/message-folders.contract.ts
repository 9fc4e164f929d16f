/** Where a message can be. Every page loads this. */
export const messageFolders = ['inbox', 'archive', 'spam'] as const
export type MessageFolder = (typeof messageFolders)[number]
