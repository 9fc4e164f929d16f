import { talkType } from './json-resume.contract.ts'
import {
  type AnyEntry,
  emptyEntry,
  fieldsOf,
  resumeSections,
  type SectionName,
  sectionNames,
} from './resume-sections.contract.ts'
import { emptyDocument, ResumeDocument } from './resumes.contract.ts'
import { t } from '#messages/messages.ts'

/** What is in a JSON Resume file. `document` is null if any field is invalid. `ignored` lists the fields that a CV here
 *  does not have. */
export interface ReadResume {
  document: ResumeDocument | null
  /** What is wrong, by the field's path: `work[0].startDate`. */
  problems: { path: string; message: string }[]
  ignored: string[]
}

/** Reads a JSON Resume file. The chosen projects are not part of it. */
export function readJsonResume(text: string): ReadResume {
  const given = parsed(text)
  if (!isObject(given)) {
    const message = t('This is not a JSON Resume file. Choose a file that contains a JSON object.')
    return { document: null, problems: [{ path: '', message }], ignored: [] }
  }
  const ignored: string[] = []
  const { basics = {}, $schema: _, meta: __, ...sections } = given
  const [projects, talks] = parted(sections['projects'] ?? [])
  const document = {
    ...emptyDocument,
    basics: basicsIn(basics, ignored),
    ...Object.fromEntries(
      sectionNames.map((section) => {
        const entries = section === 'projects' ? projects : section === 'talks' ? talks : sections[section]
        return [section, entriesIn(section, entries ?? [], ignored)]
      }),
    ),
  }
  ignored.push(...Object.keys(sections).filter((name) => !isKnown(name)))
  const { success, data, error } = ResumeDocument.safeParse(document)
  const problems = error?.issues.map(({ path, message }) => ({ path: spelled(path), message })) ?? []
  return { document: success ? data : null, problems, ignored: [...new Set(ignored)] }
}

/** JSON Resume has no section for talks. */
const isKnown = (section: string): boolean => section !== 'talks' && section in resumeSections

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Separates talks from other projects. */
function parted(projects: unknown): [projects: unknown, talks: unknown] {
  if (!Array.isArray(projects)) return [projects, []]
  return [projects.filter((one) => !isTalk(one)), projects.filter(isTalk).map(withoutType)]
}

const isTalk = (project: unknown): project is Record<string, unknown> =>
  isObject(project) && project['type'] === talkType

const withoutType = (project: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(project).filter(([name]) => name !== 'type'))

function basicsIn(basics: unknown, ignored: string[]): unknown {
  if (!isObject(basics)) return basics
  const { location = {}, ...others } = basics
  const places = isObject(location) ? location : { '(not an object)': location }
  const given: Record<string, unknown> = {}
  for (const [prefix, values, names] of [
    ['basics', others, ['label', 'summary', 'email', 'phone', 'url']],
    ['basics.location', places, ['city', 'region', 'countryCode']],
  ] as const)
    for (const [name, value] of Object.entries(values))
      if (names.some((known) => known === name)) given[name] = value ?? ''
      else if (!isEmpty(value)) ignored.push(`${prefix}.${name}`)
  return { ...emptyDocument.basics, ...given }
}

function entriesIn(section: SectionName, entries: unknown, ignored: string[]): unknown {
  if (!Array.isArray(entries)) return entries
  const known = new Set(fieldsOf(section).map(([name]) => name))
  const source = section === 'talks' ? 'projects' : section
  return entries.map((entry: unknown) => {
    if (!isObject(entry)) return entry
    const fields: Record<string, unknown> = emptyEntry(section) satisfies AnyEntry
    for (const [name, value] of Object.entries(entry))
      if (known.has(name)) fields[name] = value ?? fields[name]
      else if (!isEmpty(value)) ignored.push(`${source}[].${name}`)
    return fields
  })
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Spells a path as in JavaScript: `work[0].highlights[2]`. The location's fields are in an object of their own. */
function spelled(path: PropertyKey[]): string {
  const inFile = ['city', 'region', 'countryCode'].includes(String(path[1])) ? path.toSpliced(1, 0, 'location') : path
  return inFile.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`),
    '',
  )
}
