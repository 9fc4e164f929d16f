import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Demo, DemoPart } from '#kernel/demo.ts'
import type { Context } from '#kernel/http.ts'
import { commentsDemo } from '#features/comments/comments.demo.ts'
import { draftsDemo } from '#features/drafts/drafts.demo.ts'
import { followsDemo } from '#features/follows/follows.demo.ts'
import { githubCardsDemo } from '#features/github-cards/github-cards.demo.ts'
import { githubDemo } from '#features/github/github.demo.ts'
import { likesDemo } from '#features/likes/likes.demo.ts'
import { livestreamsDemo } from '#features/livestreams/livestreams.demo.ts'
import { notificationsDemo } from '#features/notifications/notifications.demo.ts'
import { pinsDemo } from '#features/pins/pins.demo.ts'
import { postsDemo } from '#features/posts/posts.demo.ts'
import { profileLinksDemo } from '#features/profile-links/profile-links.demo.ts'
import { projectsDemo } from '#features/projects/projects.demo.ts'
import { demoPassword, profilesDemo } from '#features/profiles/profiles.demo.ts'
import { memberCount } from '#features/profiles/profiles.store.ts'
import { webmentionsDemo } from '#features/webmentions/webmentions.demo.ts'
import { sponsorshipDemo } from '#features/sponsorship/sponsorship.demo.ts'
import { seededChance } from './chance.ts'

/** In this order: a part may build on what those before it made. */
const parts: DemoPart[] = [
  profilesDemo,
  githubCardsDemo,
  postsDemo,
  likesDemo,
  commentsDemo,
  webmentionsDemo,
  draftsDemo,
  followsDemo,
  profileLinksDemo,
  pinsDemo,
  projectsDemo,
  livestreamsDemo,
  notificationsDemo,
  githubDemo,
  sponsorshipDemo,
]

/** Fills an empty site with members and what they wrote; changes nothing on any other site.
 *  @returns what to tell whoever started it: the logins, or why nothing was done */
export async function fillDemo(ctx: Context): Promise<string> {
  if ((await memberCount(ctx.db)) > 0) return 'This site has members already; the demo is for an empty one.'
  const demo: Demo = {
    ctx,
    nowMs: ctx.clock.now(),
    chance: seededChance(1),
    picture: (name) => readFile(path.join(import.meta.dirname, 'pictures', name)),
    members: [],
    posts: [],
  }
  for (const part of parts) await part(demo)
  return loginsOf(demo)
}

function loginsOf({ members }: Demo): string {
  const width = Math.max(...members.map(({ username }) => username.length))
  const rows = members.map(({ username, email, role }) => {
    const note = role === 'admin' ? '  (the owner)' : ''
    return `  ${username.padEnd(width)}  ${email}${note}`
  })
  return [
    `The demo is in place. Its members, with the password ${demoPassword} for each of them:`,
    ...rows,
    'Everybody knows this password: let nobody else reach the site before you have changed it.',
  ].join('\n')
}
