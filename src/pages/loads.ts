import { manageLivestreamsHref } from '#features/livestreams/livestreams.contract.ts'
import type { Load } from './page.ts'
import type { PageName } from './pages.ts'
import { loadBlog } from './blog/blog.load.ts'
import { loadFollowers, loadFollowing } from './follows/follows.load.ts'
import { loadGithub } from './github/github.load.ts'
import { loadHome } from './home/home.load.ts'
import { loadFirstLivestream, loadLivestream } from './livestream/livestream.load.ts'
import { loadMembers } from './members/members.load.ts'
import { loadPost } from './post/post.load.ts'
import { loadPostVersion } from './post-version/post-version.load.ts'
import { loadPostVersions } from './post-versions/post-versions.load.ts'
import { loadOwnProfile, loadProfile } from './profile/profile.load.ts'
import { loadProject } from './project/project.load.ts'
import { loadProjects } from './projects/projects.load.ts'
import { loadRecording } from './recording/recording.load.ts'
import { loadSearch } from './search/search.load.ts'
import { loadOwnSponsor, loadSponsor } from './sponsor/sponsor.load.ts'

/** For screens that a visitor's browser fills by itself. */
const nothing: Load = () => Promise.resolve({ entries: [] })

/** For an address that another one has taken the place of. */
const elsewhere =
  (redirectTo: string): Load =>
  () =>
    Promise.resolve({ redirectTo, entries: [] })

/** What each page loads on the server. */
export const loads: Record<PageName, Load> = {
  home: loadHome,
  login: nothing,
  auth: nothing,
  post: loadPost,
  blog: loadBlog,
  postVersions: loadPostVersions,
  postMentions: nothing,
  postVersion: loadPostVersion,
  github: loadGithub,
  projects: loadProjects,
  project: loadProject,
  livestreams: loadFirstLivestream,
  livestreamManage: elsewhere(manageLivestreamsHref),
  manageLivestreams: nothing,
  goLive: nothing,
  livestream: loadLivestream,
  recording: loadRecording,
  search: loadSearch,
  adminComments: nothing,
  members: loadMembers,
  settings: nothing,
  settingsNotifications: nothing,
  notifications: nothing,
  unsubscribe: nothing,
  settingsMuted: nothing,
  settingsAccount: nothing,
  settingsSecurity: nothing,
  ownProfile: loadOwnProfile,
  profile: loadProfile,
  followers: loadFollowers,
  following: loadFollowing,
  adminReports: nothing,
  adminJobs: nothing,
  adminMails: nothing,
  sponsorship: nothing,
  ownSponsor: loadOwnSponsor,
  sponsor: loadSponsor,
  editPost: nothing,
  writeArticle: nothing,
  editArticle: nothing,
}
