import type { Page } from 'playwright'

export type Viewer = 'visitor' | 'member' | 'owner'

/** A screen in one state. */
export interface Screen {
  /** Also the name of its pictures. */
  name: string
  path: string
  viewer: Viewer
  /** Whether the site has the demo's content; otherwise, it is empty. */
  isFilled: boolean
  /** Brings the open page into the state. */
  prepare?: (page: Page) => Promise<void>
}

const article = '/blog/dark-mode-is-a-second-colour-system-not-an-inversion'

/** The screens that are compared with the pictures in `tests/screens`. The demo's ids and texts are always the same. */
export const mainScreens: Screen[] = screensFor('visitor', {
  feed: '/',
  post: '/post/12',
  article,
  blog: '/blog',
  profile: '/profile/mirela',
  projects: '/projects',
  project: '/projects/1',
  search: '/search?q=postgres',
  livestream: '/livestream',
  sponsor: '/sponsor',
})

const otherScreens = screensFor('visitor', {
  popular: '/?type=popular',
  'filtered-feed': '/?categoryId=3',
  members: '/members',
  guestbook: '/guestbook',
  'profile-about': '/profile/mirela?tab=about',
  'profile-projects': '/profile/mirela?tab=projects',
  'profile-github': '/profile/mirela?tab=github',
  followers: '/profile/mirela/followers',
  versions: '/post/1/versions',
  github: '/github',
  contact: '/contact',
  tag: '/tag/css',
  'no-results': '/search?q=xyzzyx',
  'no-projects': '/projects?technology=none',
  login: '/login',
  register: '/login?tab=register',
  'forgot-password': '/login?tab=forgot',
  offline: '/offline',
  'missing-post': '/post/999999',
  'missing-page': '/nowhere',
})

const memberScreens = screensFor('member', {
  feed: '/',
  article,
  'own-profile': '/profile/tunde',
  notifications: '/notifications',
  compose: '/compose',
  'write-article': '/blog/create',
  settings: '/settings',
  'settings-cv': '/settings/cv',
  'settings-notifications': '/settings/notifications',
  'settings-account': '/settings/account',
  'settings-security': '/settings/security',
  'settings-muted': '/settings/muted',
  'settings-import': '/settings/import',
  sponsorship: '/sponsorship',
})

const ownerScreens = screensFor('owner', {
  feed: '/',
  projects: '/projects',
  project: '/projects/1',
  'manage-livestreams': '/livestreams/manage',
  overview: '/admin',
  'site-settings': '/admin/settings',
  setup: '/admin/setup',
  comments: '/admin/comments',
  reports: '/admin/reports',
  jobs: '/admin/jobs',
  mails: '/admin/mails',
  'policy-reports': '/admin/policy-reports',
  audit: '/admin/audit',
  members: '/admin/members',
  invitations: '/admin/invitations',
  'invitation-tree': '/admin/invitations/tree',
  messages: '/admin/messages',
  tags: '/admin/tags',
  pages: '/admin/pages',
  'new-page': '/admin/pages/new',
  redirects: '/admin/redirects',
})

const states: Screen[] = [
  { name: 'visitor-login-failed', path: '/login', viewer: 'visitor', isFilled: true, prepare: failLogin },
  { name: 'visitor-palette', path: '/', viewer: 'visitor', isFilled: true, prepare: press('Control+k') },
  { name: 'visitor-shortcuts', path: '/', viewer: 'visitor', isFilled: true, prepare: press('?') },
  { name: 'member-add-project', path: '/projects', viewer: 'member', isFilled: true, prepare: addProject },
]

const emptyPaths = {
  feed: '/',
  blog: '/blog',
  projects: '/projects',
  livestream: '/livestream',
  sponsor: '/sponsor',
  members: '/members',
  guestbook: '/guestbook',
  github: '/github',
  search: '/search',
}
const emptyScreens = Object.entries(emptyPaths).map(([name, path]): Screen => ({
  name: `empty-${name}`,
  path,
  viewer: 'visitor',
  isFilled: false,
}))

export const allScreens: Screen[] = [
  ...mainScreens,
  ...otherScreens,
  ...memberScreens,
  ...ownerScreens,
  ...states,
  ...emptyScreens,
]

function screensFor(viewer: Viewer, paths: Record<string, string>): Screen[] {
  return Object.entries(paths).map(([name, path]) => ({ name: `${viewer}-${name}`, path, viewer, isFilled: true }))
}

async function failLogin(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@devstead.example')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
}

function press(key: string) {
  return async (page: Page) => {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
  }
}

async function addProject(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Project' }).click()
  await page.getByRole('dialog').waitFor()
}
