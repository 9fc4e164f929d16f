import type { EntryOf } from './resume-sections.contract.ts'
import type { Resume } from './resumes.contract.ts'

type TalkEntry = EntryOf<'talks'>

/** Returns the CV's talks: first those on the member's profile, then the others that only the CV has. */
export function talksOf({ shownTalks, document }: Pick<Resume, 'shownTalks' | 'document'>): TalkEntry[] {
  const shown = shownTalks.map(({ title, event, place, date, slidesUrl, videoUrl, description }) => ({
    name: title,
    entity: [event, place].filter(Boolean).join(', '),
    startDate: date,
    url: videoUrl || slidesUrl,
    description,
  }))
  const names = new Set(shown.map(({ name }) => name.toLowerCase()))
  return [...shown, ...document.talks.filter(({ name }) => !names.has(name.toLowerCase()))]
}
