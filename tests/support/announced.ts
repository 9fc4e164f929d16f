import type { Changes } from '#kernel/changes.ts'
import type { Topic } from '#kernel/topics.contract.ts'

/** Topics that calls announce. `content` is announced for every write. */
type AnnouncedTopic = Exclude<Topic, 'content'>

const topics = Object.keys({
  livestreams: true,
  members: true,
  pages: true,
  posts: true,
  projects: true,
  redirects: true,
  removals: true,
  'site-settings': true,
  tags: true,
} satisfies Record<AnnouncedTopic, true>) as AnnouncedTopic[]

/** Returns a function that lists, in alphabetical order, the topics announced since its last call. */
export function announcedSince({ lastStampOf }: Pick<Changes, 'lastStampOf'>): () => Topic[] {
  const stamps = () => new Map(topics.map((topic) => [topic, lastStampOf([topic])]))
  let before = stamps()
  return () => {
    const now = stamps()
    const changed = topics.filter((topic) => now.get(topic) !== before.get(topic))
    before = now
    return changed
  }
}
