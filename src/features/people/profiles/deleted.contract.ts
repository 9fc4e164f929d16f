/** Returns the username of a deleted member whose posts were kept. Members cannot choose names with a tilde. */
export const deletedUsername = (id: number): string => `~${id}`
export const deletedName = 'Deleted member'

/** Whether the member's account is deleted. Deleted members have a name, but neither a page nor a handle. */
export const isDeleted = ({ username }: { username: string }): boolean => username.startsWith('~')

/** Returns the member's handle, such as `@alice`. */
export const handleOf = ({ username }: { username: string }): string =>
  isDeleted({ username }) ? deletedName : `@${username}`
