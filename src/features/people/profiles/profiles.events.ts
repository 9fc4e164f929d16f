import { event } from '#kernel/event.ts'

/** A member created or edited their profile.
 *  `githubUsername` is undefined if it was not part of the change, and null if it was removed. */
export const profileUpdated = event<{ memberId: number; githubUsername: string | null | undefined }>('profile.updated')
