import { daysBefore, type Demo, type DemoPart } from '#kernel/demo.ts'
import type { GithubEvent } from '#providers/github/github.ts'
import { describeEvent } from './describe-event.ts'
import { findCurrentAccount, saveSync, stopSyncing } from './github-accounts.store.ts'
import { addEvents } from './github-events.store.ts'
import type { GithubRepository } from './github.contract.ts'

/** An invented repository. GitHub is never called for these names. */
interface DemoRepository {
  name: string
  description: string
  language: string
  stars: number
  forks: number
}
const repositories: Record<string, DemoRepository[]> = {
  mirela: [
    {
      name: 'waiting-list',
      description: 'A fair queue for hospitals and ticket offices in one PostgreSQL table.',
      language: 'TypeScript',
      stars: 812,
      forks: 47,
    },
    {
      name: 'explain-diff',
      description: 'Compares two query plans and explains what changed.',
      language: 'TypeScript',
      stars: 356,
      forks: 19,
    },
    {
      name: 'tram-map',
      description: 'Every tram of a mid-sized city, live.',
      language: 'JavaScript',
      stars: 93,
      forks: 8,
    },
    {
      name: 'shutter-times',
      description: 'Measures the shutter speed of old cameras with a phone’s microphone.',
      language: 'Python',
      stars: 41,
      forks: 3,
    },
  ],
  ines: [
    {
      name: 'quiet-tokens',
      description: 'Design tokens with verified contrast for light and dark themes.',
      language: 'CSS',
      stars: 1430,
      forks: 88,
    },
    {
      name: 'hover-less',
      description: 'Finds page content that only appears on hover.',
      language: 'TypeScript',
      stars: 204,
      forks: 12,
    },
    {
      name: 'azulejo',
      description: 'Tiles that never repeat, drawn in SVG.',
      language: 'JavaScript',
      stars: 77,
      forks: 5,
    },
  ],
  kaito: [
    {
      name: 'balcony-sensor',
      description: 'Temperature, pressure and rain on a balcony, every ten minutes, for two years on one battery.',
      language: 'Rust',
      stars: 1284,
      forks: 61,
    },
    {
      name: 'microamp',
      description: 'Plots the power draw of a board with a cheap shunt and a cheaper ADC.',
      language: 'Rust',
      stars: 530,
      forks: 34,
    },
    {
      name: 'lora-lantern',
      description: 'Paper lanterns that talk to each other over LoRa.',
      language: 'C',
      stars: 118,
      forks: 9,
    },
  ],
}
const elsewhere = ['open-trams-example/timetables', 'tidy-css-example/parser', 'small-radio-example/stack']
const subjects = [
  'Say what went wrong',
  'Two at the same time',
  'Faster on old machines',
  'Dark theme',
  'A typo in the README',
]
const days = 730

/** Creates two years of GitHub activity for three members. */
export const githubDemo: DemoPart = async (demo) => {
  const { db } = demo.ctx
  for (const { id, username } of demo.members) {
    const account = await findCurrentAccount(db, id)
    if (!account) continue
    const own = repositories[username]
    if (own) await live(demo, account.id, account.username, own)
    await stopSyncing(db, account.id)
  }
}

async function live(demo: Demo, accountId: number, login: string, own: DemoRepository[]): Promise<void> {
  const { db } = demo.ctx
  const events = eventsOf(demo, login, own).map((event) => Object.assign(describeEvent(event), { githubId: event.id }))
  await addEvents(db, accountId, events)
  const now = daysBefore(demo, 0.01)
  await saveSync(db, accountId, {
    now,
    dueAt: now,
    eventsEtag: null,
    notBefore: null,
    coveredSince: daysBefore(demo, days).toISOString().slice(0, 10),
    repositories: { list: own.map((one, at) => asListed(demo, login, one, at)), etag: null },
    isCalendarNew: false,
  })
}

const asListed = (demo: Demo, login: string, one: DemoRepository, at: number): GithubRepository => ({
  ...one,
  fullName: `${login}/${one.name}`,
  htmlUrl: `https://github.com/${login}/${one.name}`,
  updatedAt: daysBefore(demo, at * 17 + 0.4).toISOString(),
  isFork: false,
  isArchived: false,
})

/** Returns events, oldest first: many on some days, few on others, none on most. */
function eventsOf(demo: Demo, login: string, own: DemoRepository[]): GithubEvent[] {
  const { chance } = demo
  const events: GithubEvent[] = []
  for (let day = days; day > 0; day--) {
    const isFree = chance() < 0.35 || Math.sin(day / 29) > 0.9
    const count = isFree ? 0 : Math.floor(1 + 9 * chance() ** 2)
    const times = Array.from({ length: count }, () => day - 0.4 * chance()).toSorted((a, b) => b - a)
    for (const time of times) {
      const id = `demo-${accountMark(login)}-${events.length}`
      events.push({ id, ...somethingDone(chance, login, own, events.length), createdAt: daysBefore(demo, time) })
    }
  }
  return events
}

const accountMark = (login: string) => login.split('-')[0]

type Done = Pick<GithubEvent, 'type' | 'repoName' | 'payload'>

function somethingDone(chance: Demo['chance'], login: string, own: DemoRepository[], number: number): Done {
  const one = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!
  const repoName = `${login}/${one(own).name}`
  const hash = () => Array.from({ length: 40 }, () => Math.floor(chance() * 16).toString(16)).join('')
  const issue = { number: 3 + (number % 90), title: one(subjects) }
  const kinds: [upTo: number, done: () => Done][] = [
    [0.62, () => push(repoName, hash(), hash(), one(['main', 'main', 'next']))],
    [
      0.72,
      () => ({
        type: 'PullRequestEvent',
        repoName,
        payload: { action: one(['opened', 'merged']), number: issue.number },
      }),
    ],
    [0.8, () => ({ type: 'IssueCommentEvent', repoName, payload: { action: 'created', issue } })],
    [0.86, () => ({ type: 'IssuesEvent', repoName, payload: { action: one(['opened', 'closed']), issue } })],
    [0.91, () => ({ type: 'WatchEvent', repoName: one(elsewhere), payload: { action: 'started' } })],
    [0.95, () => ({ type: 'CreateEvent', repoName, payload: { ref: `try-${number}`, ref_type: 'branch' } })],
    [
      0.98,
      () => ({
        type: 'PullRequestReviewEvent',
        repoName: one(elsewhere),
        payload: { review: { state: 'approved' }, pull_request: issue },
      }),
    ],
    [1, () => release(repoName, number)],
  ]
  const at = chance()
  return kinds.find(([upTo]) => at < upTo)![1]()
}

const push = (repoName: string, head: string, before: string, branch: string): Done => ({
  type: 'PushEvent',
  repoName,
  payload: { ref: `refs/heads/${branch}`, head, before },
})

const release = (repoName: string, number: number): Done => ({
  type: 'ReleaseEvent',
  repoName,
  payload: { action: 'published', release: { tag_name: `v${Math.floor(number / 100)}.${number % 100}` } },
})
