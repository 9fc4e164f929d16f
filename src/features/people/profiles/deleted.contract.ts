import { t } from '#messages/messages.ts'

/** Returns a deleted member's username, for posts that were kept. Members cannot choose names with a tilde. */
export const deletedUsername = (id: number): string => `~${id}`
/** The stored name of deleted members. */
export const deletedName = 'Deleted member'

/** Returns whether the member is deleted. Deleted members have a display name, but no profile or handle. */
export const isDeleted = ({ username }: { username: string }): boolean => username.startsWith('~')

/** Returns the member's handle, such as `@alice`. */
export const handleOf = ({ username }: { username: string }): string =>
  isDeleted({ username }) ? t('Deleted member') : `@${username}`
