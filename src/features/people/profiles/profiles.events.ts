import { event } from '#kernel/event.ts'
import type { ProfileSettings } from './profile-settings.contract.ts'

/** A member created or edited their profile.
 *  `githubUsername` is undefined if it was not part of the change, and null if it was removed. */
export const profileUpdated = event<{ memberId: number; githubUsername: string | null | undefined }>('profile.updated')
/** The member imports their profile from another site. `settings` contains only the fields to change. */
export const profileImported = event<{
  memberId: number
  settings: ProfileSettings
  links: { label: string; url: string }[]
}>('profile.imported')
