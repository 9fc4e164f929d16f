import * as z from 'zod/mini'
import { locale, t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { Talk } from '#features/people/talks/talks.contract.ts'
import { Id } from '#schemas/ids.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'
import { PartialDate } from '#schemas/partial-dates.contract.ts'
import { WebAddressOrEmpty } from '#schemas/web-addresses.contract.ts'
import { type EntryOf, fieldsOf, resumeSections, type SectionName, sectionNames } from './resume-sections.contract.ts'

export const maxEntries = 50
const maxListItems = 50
const maxLineLength = 300
const maxTextLength = 5000
const maxChosenProjects = 30
const maxDocumentLength = 100_000
/** The largest file that can be imported, in bytes. */
export const maxImportBytes = 500_000

type Label = () => string

const tooLong = (label: Label, maxLength: number) => ({
  error: () =>
    t('{label} must be at most {max} characters', { label: label(), max: maxLength.toLocaleString(locale()) }),
})
const lineOf = (label: Label) =>
  z
    .string({ error: () => t('{label} must be text', { label: label() }) })
    .check(z.overwrite(visibleLine), z.maxLength(maxLineLength, tooLong(label, maxLineLength)))
const textOf = (label: Label) =>
  z.string({ error: () => t('{label} must be text', { label: label() }) }).check(
    z.overwrite((text) => text.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim()),
    z.maxLength(maxTextLength, tooLong(label, maxTextLength)),
  )
const listOf = (label: Label) =>
  z.pipe(
    z
      .array(
        lineOf(() => t('A line')),
        { error: () => t('{label} must be a list of texts', { label: label() }) },
      )
      .check(
        z.maxLength(maxListItems, {
          error: () => t('{label} can have at most {maxListItems} lines', { label: label(), maxListItems }),
        }),
      ),
    z.transform((texts: string[]) => texts.filter(Boolean)),
  )

function schemaOf({ kind, label, missing }: ReturnType<typeof fieldsOf>[number][1]): z.ZodMiniType {
  if (kind === 'url') return WebAddressOrEmpty
  if (kind === 'date') return PartialDate
  if (kind === 'text') return textOf(label)
  if (kind === 'list') return listOf(label)
  return missing ? lineOf(label).check(z.minLength(1, { error: missing })) : lineOf(label)
}

/** Refuses an end before the start. Compares only what both dates contain: 2024 and 2024-05 are in order. */
function refuseReversed({ value, issues }: z.core.ParsePayload<Record<string, unknown>>): void {
  const { startDate, endDate } = value
  if (typeof startDate !== 'string' || typeof endDate !== 'string' || startDate === '' || endDate === '') return
  const length = Math.min(startDate.length, endDate.length)
  if (endDate.slice(0, length) >= startDate.slice(0, length)) return
  issues.push({ code: 'custom', message: t('The end must not be before the start'), input: value, path: ['endDate'] })
}

const entriesOf = (section: SectionName) =>
  z
    .array(
      z
        .object(Object.fromEntries(fieldsOf(section).map(([name, field]) => [name, schemaOf(field)])))
        .check(z.check(refuseReversed)),
      { error: () => t('{title} must be a list', { title: resumeSections[section].title() }) },
    )
    .check(
      z.maxLength(maxEntries, {
        error: () =>
          t('{title} can have at most {maxEntries} entries', { title: resumeSections[section].title(), maxEntries }),
      }),
    )

type Sections = { [S in SectionName]: EntryOf<S>[] }
const sectionShape: unknown = Object.fromEntries(sectionNames.map((section) => [section, entriesOf(section)]))
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are derived from `resumeSections`
const sections = sectionShape as { [S in SectionName]: z.ZodMiniType<Sections[S], Sections[S]> }

/** A member's headline, summary, and the contact details that they publish. Empty: not shown. An empty `label` or
 *  `summary` is replaced by the profile's title or bio. */
const Basics = z.object({
  label: lineOf(() => t('Headline')),
  summary: textOf(() => t('Summary')),
  email: lineOf(() => t('Email')).check(
    z.refine((text) => text === '' || /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text), {
      error: () => t('Enter a valid email address'),
    }),
  ),
  phone: lineOf(() => t('Phone')).check(
    z.refine((text) => text === '' || /^[+(\d][\d\s().\-/]*$/.test(text), {
      error: () => t('Enter a phone number such as +1 212 555 0100'),
    }),
  ),
  url: WebAddressOrEmpty,
  city: lineOf(() => t('City')),
  region: lineOf(() => t('Region')),
  countryCode: lineOf(() => t('Country')).check(
    z.overwrite((text) => text.toUpperCase()),
    z.refine((text) => text === '' || /^[A-Z]{2}$/.test(text), {
      error: () => t('Enter a two-letter country code such as PT'),
    }),
  ),
})
export type Basics = z.infer<typeof Basics>

/** A CV as its member edits it. `projectIds`: the member's projects on this site, in order. */
export const ResumeDocument = z
  .object({
    basics: Basics,
    projectIds: z.array(Id, 'projectIds must be a list of ids').check(
      z.maxLength(maxChosenProjects, {
        error: () => t('Choose at most {maxChosenProjects} projects', { maxChosenProjects }),
      }),
    ),
    ...sections,
  })
  .check(
    z.refine((document) => JSON.stringify(document).length <= maxDocumentLength, {
      error: () => t('A CV must be at most {max} characters', { max: maxDocumentLength.toLocaleString(locale()) }),
    }),
  )
export type ResumeDocument = z.infer<typeof ResumeDocument>

const none: unknown = Object.fromEntries(sectionNames.map((section) => [section, []]))
export const emptyDocument: ResumeDocument = {
  basics: { label: '', summary: '', email: '', phone: '', url: '', city: '', region: '', countryCode: '' },
  projectIds: [],
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an empty list for each section
  ...(none as Sections),
}

export const ResumeInput = z.object({
  document: ResumeDocument,
  isPublished: z.boolean('isPublished must be true or false'),
})
export type ResumeInput = z.infer<typeof ResumeInput>

/** One of the member's projects on this site that a CV shows. */
const ShownProject = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  url: z.string(),
  technologies: z.array(z.string()),
})

/** A CV as it is shown. Its `basics` include what comes from the profile. */
export const Resume = z.object({
  user: PublicAuthor,
  isPublished: z.boolean(),
  updatedAt: z.iso.datetime(),
  document: ResumeDocument,
  shownProjects: z.array(ShownProject),
  /** The talks on the member's profile. */
  shownTalks: z.array(Talk),
})
export type Resume = z.infer<typeof Resume>

/** Returns null if the member has not saved a CV. */
export const getOwnResume = endpoint('GET /api/users/me/cv', {
  summary: 'Get your CV for editing',
  access: 'member',
  answer: z.nullable(ResumeInput),
})
export const saveResume = endpoint('PUT /api/users/me/cv', {
  summary: 'Save or publish your CV',
  access: 'member',
  body: ResumeInput,
  answer: ResumeInput,
  maxBodyBytes: maxImportBytes,
  limits: [perMember('cv', 60, 600)],
  changes: ['members', 'removals'],
})
export const getResume = endpoint('GET /api/users/by-username/:username/cv', {
  summary: 'Get a member’s CV',
  access: 'anyone',
  params: { username: z.string() },
  answer: Resume,
})
/** Returns only a published CV. Other spellings of the username and former ones redirect to the current one. */
export const exportResume = endpoint('GET /profile/:username/cv.json', {
  summary: 'Download a member’s CV as JSON Resume',
  access: 'anyone',
  params: { username: z.string() },
  answer: media('application/json'),
  isCached: true,
  reads: ['members', 'projects'],
})
