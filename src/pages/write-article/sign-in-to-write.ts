/** The toast for visitors who open an editor. */
export const signInToWrite = {
  title: 'Authentication required',
  description: 'You need to be logged in to create blog posts',
}
