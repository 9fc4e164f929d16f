import type { Load } from './page.ts'
import type { PageName } from './pages.ts'
import { loadBlog } from './blog/blog.load.ts'
import { loadHome } from './home/home.load.ts'
import { loadMembers } from './members/members.load.ts'
import { loadPost } from './post/post.load.ts'
import { loadPostVersion } from './post-version/post-version.load.ts'
import { loadPostVersions } from './post-versions/post-versions.load.ts'
import { loadOwnProfile, loadProfile } from './profile/profile.load.ts'
import { loadSearch } from './search/search.load.ts'

/** For screens that a visitor's browser fills by itself. */
const nothing: Load = () => Promise.resolve({ entries: [] })

/** What each page loads on the server. */
export const loads: Record<PageName, Load> = {
  home: loadHome,
  login: nothing,
  auth: nothing,
  post: loadPost,
  blog: loadBlog,
  postVersions: loadPostVersions,
  postVersion: loadPostVersion,
  search: loadSearch,
  members: loadMembers,
  settings: nothing,
  ownProfile: loadOwnProfile,
  profile: loadProfile,
  editPost: nothing,
  writeArticle: nothing,
  editArticle: nothing,
}
