/** The folders that a message can be in. Every page loads this. */
export const messageFolders = ['inbox', 'archive', 'spam'] as const
export type MessageFolder = (typeof messageFolders)[number]
