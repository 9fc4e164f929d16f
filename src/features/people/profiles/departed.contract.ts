/** What a member who has left is called where their posts were kept. No username has a tilde. */
export const departedUsername = (id: number): string => `~${id}`
export const departedName = 'Deleted member'

/** Whether the member has left: they have a name still, and neither a page nor a handle. */
export const isDeparted = ({ username }: { username: string }): boolean => username.startsWith('~')

/** How a member is called in short: '@alice'. */
export const handleOf = ({ username }: { username: string }): string =>
  isDeparted({ username }) ? departedName : `@${username}`
