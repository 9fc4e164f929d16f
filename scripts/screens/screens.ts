import type { Page } from 'playwright'
import {
  addressCheck,
  contactForm,
  discussedDraft,
  editedArticle,
  markdownPost,
  recording,
  redirects,
  sharedDraft,
} from './content.ts'
import type { OpenSite, SiteName, Viewer } from './sites.ts'

/** A screen in one state. */
export interface Screen {
  /** Also the name of its pictures. */
  name: string
  /** May contain the names of parameters, such as `:id`. */
  path: string
  viewer: Viewer
  site: SiteName
  /** Returns the values of the parameters in the path. */
  params?: (site: OpenSite) => Promise<Record<string, string | number>>
  /** A selector for content that the page requests only after it has loaded. */
  lateContent?: string
  /** Brings the open page into the state. */
  prepare?: (page: Page) => Promise<void>
}

const article = '/blog/dark-mode-is-a-second-colour-system-not-an-inversion'

/** Whether the screen shows that something is missing, forbidden, or failed. */
export const showsError = ({ name }: Screen): boolean => /missing|past-its-end|failed/.test(name)

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
  'feed-past-its-end': '/?page=99',
  'blog-past-its-end': '/blog?page=99',
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
  'unedited-post': '/post/1/versions',
  auth: '/auth',
  'member-sponsor': '/sponsor/mirela',
  'missing-draft': `/draft/${'A'.repeat(32)}`,
  'missing-recording': '/livestream/1/recording/999999',
  'missing-version': '/post/1/versions/9',
  unsubscribe: '/unsubscribe?token=1.x',
  github: '/github',
  webmention: '/webmention',
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
  'edit-post': '/post/12/edit',
  'edit-others-post': '/post/1/edit',
  'edit-article': '/blog/edit/22',
  'edit-missing-article': '/blog/edit/999999',
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
  'edit-page': '/admin/pages/1',
  'edit-missing-page': '/admin/pages/999999',
  'no-mentions': '/post/1/mentions',
  settings: '/settings',
  'settings-cv': '/settings/cv',
  sponsorship: '/sponsorship',
})

const states: Screen[] = [
  { name: 'visitor-login-failed', path: '/login', viewer: 'visitor', site: 'demo', prepare: failLogin },
  { name: 'visitor-palette', path: '/', viewer: 'visitor', site: 'demo', prepare: press('Control+k') },
  { name: 'visitor-shortcuts', path: '/', viewer: 'visitor', site: 'demo', prepare: press('?') },
  { name: 'member-composer', path: '/', viewer: 'member', site: 'demo', prepare: write },
  { name: 'member-composer-preview', path: '/', viewer: 'member', site: 'demo', prepare: preview },
  { name: 'member-post-menu', path: '/', viewer: 'member', site: 'demo', prepare: openPostMenu },
  { name: 'member-report', path: '/', viewer: 'member', site: 'demo', prepare: report },
  {
    name: 'visitor-unsubscribe-failed',
    path: '/unsubscribe?token=1.x',
    viewer: 'visitor',
    site: 'demo',
    prepare: failToUnsubscribe,
  },
  { name: 'member-add-project', path: '/projects', viewer: 'member', site: 'demo', prepare: addProject },
]

/** Screens with content that the demo does not have. */
const createdScreens: Screen[] = [
  createdScreen('visitor', 'contact', '/contact', contactForm),
  createdScreen('owner', 'redirects', '/admin/redirects', redirects),
  createdScreen('owner', 'redirect-check', '/admin/redirects/check', addressCheck),
  createdScreen('visitor', 'versions', '/post/:id/versions', editedArticle),
  createdScreen('visitor', 'version', '/post/:id/versions/:number', editedArticle),
  createdScreen('visitor', 'markdown', '/post/:id', markdownPost),
  createdScreen('member', 'mentions', '/post/:id/mentions', markdownPost),
  createdScreen('visitor', 'shared-draft', '/draft/:token', sharedDraft),
  createdScreen('visitor', 'discussed-draft', '/draft/:token', discussedDraft),
  createdScreen('member', 'discussed-draft', '/draft/:token', discussedDraft),
  {
    ...createdScreen('owner', 'discussed-draft', '/blog/create?draft=:key', discussedDraft),
    lateContent: '.draft-comments',
  },
  createdScreen('visitor', 'recording', '/livestream/:id/recording/:recordingId', recording),
  createdScreen('member', 'manage-recordings', '/livestreams/manage', recording),
]

const emptyScreens = screensFor(
  'visitor',
  {
    feed: '/',
    blog: '/blog',
    projects: '/projects',
    livestream: '/livestream',
    sponsor: '/sponsor',
    members: '/members',
    github: '/github',
    search: '/search',
  },
  'empty',
)

const portfolioScreens = [
  ...screensFor('visitor', { home: '/', feed: '/posts', cv: '/cv' }, 'portfolio'),
  ...screensFor('owner', { home: '/' }, 'portfolio'),
  ...screensFor('visitor', { home: '/', guestbook: '/guestbook' }, 'new portfolio'),
  ...screensFor(
    'newcomer',
    { home: '/', redirects: '/admin/redirects', 'redirect-check': '/admin/redirects/check' },
    'new portfolio',
  ),
]

export const allScreens: Screen[] = [
  ...mainScreens,
  ...otherScreens,
  ...memberScreens,
  ...newcomerScreens,
  ...ownerScreens,
  ...states,
  ...createdScreens,
  ...emptyScreens,
  ...portfolioScreens,
]

function screensFor(viewer: Viewer, paths: Record<string, string>, site: SiteName = 'demo'): Screen[] {
  const start = [...(site === 'demo' ? [] : [site.replace(' ', '-')]), viewer].join('-')
  return Object.entries(paths).map(([name, path]) => ({ name: `${start}-${name}`, path, viewer, site }))
}

type CreateParams = NonNullable<Screen['params']>

function createdScreen(viewer: Viewer, name: string, path: string, params: CreateParams): Screen {
  return { name: `${viewer}-${name}`, path, viewer, site: 'demo', params }
}

// These find elements in any language.

async function failLogin(page: Page): Promise<void> {
  await page.locator('input[type=email]').fill('nobody@devstead.example')
  await page.locator('input[type=password]').fill('not the password')
  await page.locator('input[type=password]').press('Enter')
  await page.getByRole('alert').first().waitFor()
}

async function failToUnsubscribe(page: Page): Promise<void> {
  await page.locator('.page form button').click()
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
