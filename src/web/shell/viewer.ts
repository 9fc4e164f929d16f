/** Who is looking, as far as the frame of the site shows it. */
export interface Viewer {
  username: string
  displayName: string
  title: string
  profileImage: string | null
}

/** The signed-in member; `loading`: signed in, the profile is on its way; `authenticated`: signed in, and the profile
 *  could not be had; null: a visitor. */
export type ShellViewer = Viewer | 'loading' | 'authenticated' | null

/** The profile, once there is one. */
export const profileOf = (viewer: ShellViewer): Viewer | null => (typeof viewer === 'string' ? null : viewer)
