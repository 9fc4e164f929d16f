import { mayPublish, type Role } from '#schemas/roles.contract.ts'

/** The signed-in member, as shown in the site's layout. */
export interface Viewer {
  username: string
  displayName: string
  title: string
  profileImage: string | null
  role: Role
}

/** The signed-in member; `loading`: signed in, and the profile is loading; `authenticated`: signed in, and the profile
 *  failed to load; null: a visitor. */
export type ShellViewer = Viewer | 'loading' | 'authenticated' | null

/** Returns the profile, if it has loaded. */
export const profileOf = (viewer: ShellViewer): Viewer | null => (typeof viewer === 'string' ? null : viewer)

/** Returns whether the viewer is known to be a member who may not publish. */
export function isReader(viewer: ShellViewer): boolean {
  const profile = profileOf(viewer)
  return profile !== null && !mayPublish(profile)
}
