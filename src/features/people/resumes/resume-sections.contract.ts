import { t } from '#messages/messages.ts'
/** A field of a CV. `line`: one line of text. `text`: several lines. `url`: an http(s) URL. `date`: a year, a month, or
 *  a day. `list`: texts, one per line in a form. The names are those of JSON Resume. */
interface Field {
  label: string
  kind: 'line' | 'text' | 'url' | 'date' | 'list'
  isRequired?: true
  hint?: string
}
interface Section {
  title: string
  /** The noun for one entry: “Add job”. */
  noun: string
  fields: Record<string, Field>
}

const line = (label: string, hint?: string) => ({ label, kind: 'line' as const, ...(hint && { hint }) })
const name = (label: string) => ({ label, kind: 'line' as const, isRequired: true as const })
const list = (label: string) => ({ label, kind: 'list' as const, hint: t('One per line.') })
const url = { label: 'URL', kind: 'url' } as const
const summary = { label: 'Summary', kind: 'text' } as const
const date = (label: string) => ({ label, kind: 'date' as const })
const period = {
  startDate: date('Start'),
  endDate: { ...date('End'), hint: 'Leave empty if it’s ongoing.' },
} as const

/** The sections of a CV, in the order in which they are shown, with the fields of their entries. The page, the form, the
 *  validation, and the import are derived from this table. Source: jsonresume.org, schema 1.0.0. JSON Resume has no
 *  talks: they are projects of the type “talk”. */
export const resumeSections = {
  work: {
    title: 'Experience',
    noun: 'job',
    fields: {
      position: line('Position'),
      name: name('Company'),
      location: line('Location'),
      url,
      ...period,
      description: line('About the company'),
      summary,
      highlights: list('Highlights'),
    },
  },
  projects: {
    title: 'Projects',
    noun: 'project',
    fields: {
      name: name('Name'),
      entity: line('Company or organization'),
      url,
      ...period,
      description: { ...summary, label: 'Description' },
      highlights: list('Highlights'),
      keywords: list('Technologies'),
      roles: list('Roles'),
      type: line('Type', 'For example, “application”.'),
    },
  },
  education: {
    title: 'Education',
    noun: 'degree',
    fields: {
      institution: name('School'),
      studyType: line('Degree'),
      area: line('Field of study'),
      url,
      ...period,
      score: line('Grade'),
      courses: list('Courses'),
    },
  },
  skills: {
    title: 'Skills',
    noun: 'skill',
    fields: { name: name('Skill'), level: line('Level'), keywords: list('Keywords') },
  },
  talks: {
    title: 'Talks',
    noun: 'talk',
    fields: {
      name: name('Title'),
      entity: line('Event'),
      startDate: date('Date'),
      url,
      description: { ...summary, label: 'Description' },
    },
  },
  publications: {
    title: 'Publications',
    noun: 'publication',
    fields: { name: name('Title'), publisher: line('Publisher'), releaseDate: date('Date'), url, summary },
  },
  certificates: {
    title: 'Certificates',
    noun: 'certificate',
    fields: { name: name('Name'), issuer: line('Issuer'), date: date('Date'), url },
  },
  awards: {
    title: 'Awards',
    noun: 'award',
    fields: { title: name('Title'), awarder: line('Awarded by'), date: date('Date'), summary },
  },
  volunteer: {
    title: 'Volunteering',
    noun: 'position',
    fields: {
      organization: name('Organization'),
      position: line('Position'),
      url,
      ...period,
      summary,
      highlights: list('Highlights'),
    },
  },
  languages: {
    title: 'Languages',
    noun: 'language',
    fields: { language: name('Language'), fluency: line('Fluency', 'For example, “Native speaker”.') },
  },
  interests: { title: 'Interests', noun: 'interest', fields: { name: name('Interest'), keywords: list('Keywords') } },
  references: {
    title: 'References',
    noun: 'reference',
    fields: { name: name('Name'), reference: { ...summary, label: 'Reference' } },
  },
} as const satisfies Record<string, Section>

export type SectionName = keyof typeof resumeSections
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object's own keys
export const sectionNames = Object.keys(resumeSections) as SectionName[]

type Fields<S extends SectionName> = (typeof resumeSections)[S]['fields']
type ValueOf<F> = F extends { kind: 'list' } ? string[] : string
/** An entry of a section. All fields are present; empty ones are empty strings or lists. */
export type EntryOf<S extends SectionName> = { -readonly [F in keyof Fields<S>]: ValueOf<Fields<S>[F]> }
/** An entry of any section. */
export type AnyEntry = Record<string, string | string[]>

export const fieldsOf = (section: SectionName): [name: string, field: Field][] =>
  Object.entries<Field>(resumeSections[section].fields)

export const emptyEntry = (section: SectionName): AnyEntry =>
  Object.fromEntries(fieldsOf(section).map(([name, { kind }]) => [name, kind === 'list' ? [] : '']))
