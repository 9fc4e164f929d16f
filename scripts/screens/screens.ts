import type { Page } from 'playwright'

/** `newcomer`: a member who has just registered. */
export type Viewer = 'visitor' | 'newcomer' | 'member' | 'owner'

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
  following: '/profile/mirela/following',
  cv: '/profile/mirela/cv',
  series: '/series/css-without-regrets',
  about: '/about',
  'past-livestream': '/livestream/1',
  'upcoming-livestream': '/livestream/2',
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

const newcomerScreens = screensFor('newcomer', {
  following: '/?type=following',
  profile: '/profile',
  notifications: '/notifications',
  projects: '/projects',
  'manage-livestreams': '/livestreams/manage',
  'settings-cv': '/settings/cv',
  sponsorship: '/sponsorship',
})

const ownerScreens = screensFor('owner', {
  feed: '/',
  projects: '/projects',
  project: '/projects/1',
  'manage-livestreams': '/livestreams/manage',
  'go-live': '/livestreams/2/go-live',
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
  'redirect-check': '/admin/redirects/check',
})

const states: Screen[] = [
  { name: 'visitor-login-failed', path: '/login', viewer: 'visitor', isFilled: true, prepare: failLogin },
  { name: 'visitor-palette', path: '/', viewer: 'visitor', isFilled: true, prepare: press('Control+k') },
  { name: 'visitor-shortcuts', path: '/', viewer: 'visitor', isFilled: true, prepare: press('?') },
  { name: 'member-composer', path: '/', viewer: 'member', isFilled: true, prepare: write },
  { name: 'member-composer-preview', path: '/', viewer: 'member', isFilled: true, prepare: preview },
  { name: 'member-post-menu', path: '/', viewer: 'member', isFilled: true, prepare: openPostMenu },
  { name: 'member-report', path: '/', viewer: 'member', isFilled: true, prepare: report },
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
  ...newcomerScreens,
  ...ownerScreens,
  ...states,
  ...emptyScreens,
]

function screensFor(viewer: Viewer, paths: Record<string, string>): Screen[] {
  return Object.entries(paths).map(([name, path]) => ({ name: `${viewer}-${name}`, path, viewer, isFilled: true }))
}

// These find elements in any language.

async function failLogin(page: Page): Promise<void> {
  await page.locator('input[type=email]').fill('nobody@devstead.example')
  await page.locator('input[type=password]').fill('not the password')
  await page.locator('input[type=password]').press('Enter')
  await page.getByRole('alert').first().waitFor()
}

function press(key: string) {
  return async (page: Page) => {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
  }
}

async function addProject(page: Page): Promise<void> {
  await page.locator('.page-head button').first().click()
  await page.getByRole('dialog').waitFor()
}

async function write(page: Page): Promise<void> {
  await page.locator('.composer-field').fill('A **bold** claim, `code`, and a list:\n\n- one\n- two')
}

async function preview(page: Page): Promise<void> {
  await write(page)
  await page.locator('.composer').getByRole('tab').last().click()
  await page.locator('.composer-preview strong').waitFor()
}

async function openPostMenu(page: Page): Promise<void> {
  await page.locator('.post-card .menu > .button').first().click()
  await page.getByRole('menuitem').first().waitFor()
}

async function report(page: Page): Promise<void> {
  await openPostMenu(page)
  await page.getByRole('menuitem').last().click()
  await page.getByRole('dialog').waitFor()
}
