import { t } from '#messages/messages.ts'
import { partialDateText } from '#schemas/partial-dates.contract.ts'
import type { EntryOf, SectionName } from './resume-sections.contract.ts'

/** An entry as the page shows it. Absent and empty parts are not shown. */
export interface EntryText {
  title: string
  subtitle?: string
  period?: string
  url?: string
  note?: string
  text?: string
  highlights?: string[]
  keywords?: string[]
}

type Presenters = { [S in SectionName]: (entry: EntryOf<S>) => EntryText }

const joined = (...parts: string[]): string => parts.filter(Boolean).join(' · ')

const presenters: Presenters = {
  work: ({ position, name, location, url, description, summary, highlights, ...dates }) => ({
    title: position || name,
    subtitle: joined(position && name, location),
    period: periodText(dates),
    url,
    note: description,
    text: summary,
    highlights,
  }),
  projects: ({ name, entity, roles, url, description, highlights, keywords, ...dates }) => ({
    title: name,
    subtitle: joined(...roles, entity),
    period: periodText(dates),
    url,
    text: description,
    highlights,
    keywords,
  }),
  education: ({ institution, studyType, area, score, url, courses, ...dates }) => ({
    title: [studyType, area].filter(Boolean).join(', ') || institution,
    subtitle: joined((studyType || area) && institution, score && t('Grade: {score}', { score })),
    period: periodText(dates),
    url,
    highlights: courses,
  }),
  skills: ({ name, level, keywords }) => ({ title: name, subtitle: level, keywords }),
  talks: ({ name, entity, startDate, url, description }) => ({
    title: name,
    subtitle: entity,
    period: partialDateText(startDate),
    url,
    text: description,
  }),
  publications: ({ name, publisher, releaseDate, url, summary }) => ({
    title: name,
    subtitle: publisher,
    period: partialDateText(releaseDate),
    url,
    text: summary,
  }),
  certificates: ({ name, issuer, date, url }) => ({
    title: name,
    subtitle: issuer,
    period: partialDateText(date),
    url,
  }),
  awards: ({ title, awarder, date, summary }) => ({
    title,
    subtitle: awarder,
    period: partialDateText(date),
    text: summary,
  }),
  volunteer: ({ organization, position, url, summary, highlights, ...dates }) => ({
    title: position || organization,
    subtitle: position && organization,
    period: periodText(dates),
    url,
    text: summary,
    highlights,
  }),
  languages: ({ language, fluency }) => ({ title: language, subtitle: fluency }),
  interests: ({ name, keywords }) => ({ title: name, keywords }),
  references: ({ name, reference }) => ({ title: name, text: reference }),
}

/** Returns the texts to show for an entry. */
export const entryText = <S extends SectionName>(section: S, entry: EntryOf<S>): EntryText => presenters[section](entry)

/** Formats a period: “May 2020 – Present”. A period without a start ends with its end date. */
export function periodText({ startDate, endDate }: { startDate: string; endDate: string }): string {
  if (startDate === '' || startDate === endDate) return partialDateText(endDate)
  return `${partialDateText(startDate)} – ${endDate === '' ? t('Present') : partialDateText(endDate)}`
}
