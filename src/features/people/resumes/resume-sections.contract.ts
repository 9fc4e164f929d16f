import { t } from '#messages/messages.ts'

/** A field of a CV. `line`: one line of text. `text`: several lines. `url`: an http(s) URL. `date`: a year, a month, or
 *  a day. `list`: texts, one per line in a form. The names are those of JSON Resume. */
interface Field {
  label: () => string
  kind: 'line' | 'text' | 'url' | 'date' | 'list'
  /** The error if the field is empty. Absent for optional fields. */
  missing?: () => string
  hint?: () => string
}
interface Section {
  title: () => string
  /** “Add job” */
  add: () => string
  /** “job 2” */
  numbered: (number: number) => string
  fields: Record<string, Field>
}
type Text = () => string

const line = (label: Text, hint?: Text) => ({ label, kind: 'line' as const, ...(hint && { hint }) })
const name = (label: Text, missing: Text) => ({ label, kind: 'line' as const, missing })
const list = (label: Text) => ({ label, kind: 'list' as const, hint: () => t('One per line.') })
const url = { label: () => t('URL'), kind: 'url' } as const
const summary = { label: () => t('Summary'), kind: 'text' } as const
const date = (label: Text) => ({ label, kind: 'date' as const })
const period = {
  startDate: date(() => t('Start')),
  endDate: { ...date(() => t('End')), hint: () => t('Leave empty if it’s ongoing.') },
} as const

/** The sections of a CV, in the order in which they are shown, with the fields of their entries. The page, the form, the
 *  validation, and the import are derived from this table. Source: jsonresume.org, schema 1.0.0. JSON Resume has no
 *  talks: they are projects of the type “talk”. */
export const resumeSections = {
  work: {
    title: () => t('Experience'),
    add: () => t('Add job'),
    numbered: (number) => t('job {number}', { number }),
    fields: {
      position: line(() => t('Position')),
      name: name(
        () => t('Company'),
        () => t('Enter the company'),
      ),
      location: line(() => t('Location')),
      url,
      ...period,
      description: line(() => t('About the company')),
      summary,
      highlights: list(() => t('Highlights')),
    },
  },
  projects: {
    title: () => t('Projects'),
    add: () => t('Add project'),
    numbered: (number) => t('project {number}', { number }),
    fields: {
      name: name(
        () => t('Name'),
        () => t('Enter the name'),
      ),
      entity: line(() => t('Company or organization')),
      url,
      ...period,
      description: { ...summary, label: () => t('Description') },
      highlights: list(() => t('Highlights')),
      keywords: list(() => t('Technologies')),
      roles: list(() => t('Roles')),
      type: line(
        () => t('Type'),
        () => t('For example, “application”.'),
      ),
    },
  },
  education: {
    title: () => t('Education'),
    add: () => t('Add degree'),
    numbered: (number) => t('degree {number}', { number }),
    fields: {
      institution: name(
        () => t('School'),
        () => t('Enter the school'),
      ),
      studyType: line(() => t('Degree')),
      area: line(() => t('Field of study')),
      url,
      ...period,
      score: line(() => t('Grade')),
      courses: list(() => t('Courses')),
    },
  },
  skills: {
    title: () => t('Skills'),
    add: () => t('Add skill'),
    numbered: (number) => t('skill {number}', { number }),
    fields: {
      name: name(
        () => t('Skill'),
        () => t('Enter the skill'),
      ),
      level: line(() => t('Level')),
      keywords: list(() => t('Keywords')),
    },
  },
  talks: {
    title: () => t('Talks'),
    add: () => t('Add talk'),
    numbered: (number) => t('talk {number}', { number }),
    fields: {
      name: name(
        () => t('Title'),
        () => t('Enter the title'),
      ),
      entity: line(() => t('Event')),
      startDate: date(() => t('Date')),
      url,
      description: { ...summary, label: () => t('Description') },
    },
  },
  publications: {
    title: () => t('Publications'),
    add: () => t('Add publication'),
    numbered: (number) => t('publication {number}', { number }),
    fields: {
      name: name(
        () => t('Title'),
        () => t('Enter the title'),
      ),
      publisher: line(() => t('Publisher')),
      releaseDate: date(() => t('Date')),
      url,
      summary,
    },
  },
  certificates: {
    title: () => t('Certificates'),
    add: () => t('Add certificate'),
    numbered: (number) => t('certificate {number}', { number }),
    fields: {
      name: name(
        () => t('Name'),
        () => t('Enter the name'),
      ),
      issuer: line(() => t('Issuer')),
      date: date(() => t('Date')),
      url,
    },
  },
  awards: {
    title: () => t('Awards'),
    add: () => t('Add award'),
    numbered: (number) => t('award {number}', { number }),
    fields: {
      title: name(
        () => t('Title'),
        () => t('Enter the title'),
      ),
      awarder: line(() => t('Awarded by')),
      date: date(() => t('Date')),
      summary,
    },
  },
  volunteer: {
    title: () => t('Volunteering'),
    add: () => t('Add position'),
    numbered: (number) => t('position {number}', { number }),
    fields: {
      organization: name(
        () => t('Organization'),
        () => t('Enter the organization'),
      ),
      position: line(() => t('Position')),
      url,
      ...period,
      summary,
      highlights: list(() => t('Highlights')),
    },
  },
  languages: {
    title: () => t('Languages'),
    add: () => t('Add language'),
    numbered: (number) => t('language {number}', { number }),
    fields: {
      language: name(
        () => t('Language'),
        () => t('Enter the language'),
      ),
      fluency: line(
        () => t('Fluency'),
        () => t('For example, “Native speaker”.'),
      ),
    },
  },
  interests: {
    title: () => t('Interests'),
    add: () => t('Add interest'),
    numbered: (number) => t('interest {number}', { number }),
    fields: {
      name: name(
        () => t('Interest'),
        () => t('Enter the interest'),
      ),
      keywords: list(() => t('Keywords')),
    },
  },
  references: {
    title: () => t('References'),
    add: () => t('Add reference'),
    numbered: (number) => t('reference {number}', { number }),
    fields: {
      name: name(
        () => t('Name'),
        () => t('Enter the name'),
      ),
      reference: { ...summary, label: () => t('Reference') },
    },
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
