import type { Section } from '#schemas/sections.contract.ts'

interface SectionLabel {
  label: string
  /** What turning the section off removes. */
  hint: string
  /** The section is not in the navigation, so it has no position there. */
  isUnordered?: boolean
}

/** The labels used in the navigation. */
export const sectionLabels: Record<Section, SectionLabel> = {
  feed: { label: 'Feed', hint: 'Short posts, the list of all posts, and their RSS feeds' },
  blog: { label: 'Blog', hint: 'Articles, series, drafts, and their RSS feeds' },
  live: { label: 'Live Stream', hint: 'Livestreams, recordings, chats, and calendars' },
  projects: { label: 'Projects', hint: 'The list of projects, and the projects on profiles' },
  sponsor: { label: 'Sponsor Me', hint: 'Sponsor pages, goals, and tiers' },
  members: { label: 'Members', hint: 'The list of all members. Their profiles remain.' },
  guestbook: { label: 'Guestbook', hint: 'Short public messages to the owner, at /guestbook' },
  github: { label: 'GitHub', hint: 'GitHub activity on the home page, on profiles, and at /github', isUnordered: true },
}
