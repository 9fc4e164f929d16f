/** The signed-in member, as shown in the site's layout. */
export interface Viewer {
  username: string
  displayName: string
  title: string
  profileImage: string | null
}

/** The signed-in member; `loading`: signed in, and the profile is loading; `authenticated`: signed in, and the profile
 *  failed to load; null: a visitor. */
export type ShellViewer = Viewer | 'loading' | 'authenticated' | null

/** Returns the profile, if it has loaded. */
export const profileOf = (viewer: ShellViewer): Viewer | null => (typeof viewer === 'string' ? null : viewer)
