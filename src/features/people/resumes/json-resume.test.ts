import assert from 'node:assert/strict'
import fs from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { test } from 'vitest'
import { jsonResumeOf } from './json-resume.contract.ts'
import { periodText } from './resume-entry-text.contract.ts'
import { readJsonResume } from './resume-import.contract.ts'
import { emptyDocument, type Resume, type ResumeDocument } from './resumes.contract.ts'

const fixture = (name: string) =>
  fs.readFileSync(new URL(`../../../../tests/fixtures/json-resume/${name}`, import.meta.url), 'utf8')
const sample = fixture('sample.resume.json')
const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
const isValid = ajv.compile(JSON.parse(fixture('schema.json')) as object)

const resumeOf = (document: ResumeDocument): Resume => ({
  user: { id: 1, username: 'alice', displayName: 'Alice Archer', profileImage: '/storage/a.webp' },
  isPublished: true,
  updatedAt: '2026-11-28T12:00:00.000Z',
  document,
  shownProjects: [{ id: 7, title: 'Loom', description: 'Weaves', url: '', technologies: ['Rust'] }],
  shownTalks: [],
})
interface Sample extends Record<'work' | 'education' | 'skills' | 'projects' | 'volunteer' | 'references', object[]> {
  basics: { name: string; location: object }
}
const read = (given: object) => readJsonResume(JSON.stringify(given))

test('imports the official sample and exports it unchanged, except for the fields it reports', () => {
  const { document, problems, ignored } = readJsonResume(sample)
  assert.deepEqual(problems, [])
  assert.deepEqual(ignored, ['basics.name', 'basics.profiles', 'basics.location.address', 'basics.location.postalCode'])
  const exported = jsonResumeOf(resumeOf(document!), 'https://site.example')
  assert.ok(isValid(exported), JSON.stringify(isValid.errors))
  const { basics, work, education, skills, projects, volunteer, references } = exported as unknown as Sample
  const original = JSON.parse(sample) as Sample
  assert.deepEqual(
    { work, education, skills, volunteer, references },
    {
      work: original.work.map(normalized),
      education: original.education.map(normalized),
      skills: original.skills,
      volunteer: original.volunteer.map(normalized),
      references: original.references,
    },
  )
  assert.deepEqual(
    [basics.name, basics.location],
    ['Alice Archer', { city: 'San Francisco', region: 'California', countryCode: 'US' }],
  )
  assert.deepEqual(projects[0], {
    name: 'Loom',
    description: 'Weaves',
    url: 'https://site.example/projects/7',
    keywords: ['Rust'],
  })
  const again = readJsonResume(JSON.stringify({ ...exported, projects: projects.slice(1) }))
  assert.deepEqual(again.document, document)
})

/** Normalized URLs end with a slash after the host. */
const normalized = (entry: object) =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      key === 'url' ? new URL(String(value)).href : (value as unknown),
    ]),
  )

test('exports talks as projects of the type “talk” and imports them as talks', () => {
  const talk = { name: 'Looms', entity: 'LoomConf', startDate: '2025', url: 'https://loom.example/', description: '' }
  const exported = jsonResumeOf(resumeOf({ ...emptyDocument, talks: [talk] }), 'https://site.example')
  assert.ok(isValid(exported))
  assert.deepEqual(readJsonResume(JSON.stringify(exported)).document?.talks, [talk])
})

test('exports the talks on the profile before the others, and each of them only once', () => {
  const shown = {
    title: 'Looms',
    event: 'LoomConf',
    place: 'Lyon',
    date: '2025',
    slidesUrl: 'https://loom.example/slides',
    videoUrl: '',
    description: 'Cards',
  }
  const talk = { entity: '', startDate: '', url: '', description: '' }
  const talks = [
    { ...talk, name: 'looms' },
    { ...talk, name: 'Engines' },
  ]
  const resume = { ...resumeOf({ ...emptyDocument, talks }), shownProjects: [], shownTalks: [shown] }
  const { projects } = jsonResumeOf(resume, 'https://site.example') as { projects: object[] }
  assert.deepEqual(projects, [
    {
      name: 'Looms',
      entity: 'LoomConf, Lyon',
      startDate: '2025',
      url: 'https://loom.example/slides',
      description: 'Cards',
      type: 'talk',
    },
    { name: 'Engines', type: 'talk' },
  ])
})

test('reports every invalid field with its path and imports nothing', () => {
  const { document, problems } = read({
    basics: { email: 'none', location: { countryCode: 'Portugal' }, url: 'javascript:alert(1)' },
    work: [
      { name: 'A', startDate: '2024-13' },
      { position: 'B', startDate: '2024', endDate: '2023-05' },
    ],
    skills: 'many',
  })
  assert.equal(document, null)
  assert.deepEqual(problems, [
    { path: 'basics.email', message: 'Enter a valid email address' },
    { path: 'basics.url', message: 'Enter a URL that begins with https:// or http://' },
    { path: 'basics.location.countryCode', message: 'Enter a two-letter country code such as PT' },
    { path: 'work[0].startDate', message: 'Enter a date such as 2024, 2024-05, or 2024-05-31' },
    { path: 'work[1].name', message: 'Enter the company' },
    { path: 'work[1].endDate', message: 'The end must not be before the start' },
    { path: 'skills', message: 'Skills must be a list' },
  ])
})

test('lists unknown fields as not imported', () => {
  const { document, ignored } = read({
    work: [
      { name: 'A', salary: 1 },
      { name: 'B', salary: 2 },
    ],
    hobbies: ['x'],
  })
  assert.equal(document?.work.length, 2)
  assert.deepEqual(ignored, ['work[].salary', 'hobbies'])
})

test('explains that a file is not JSON Resume', () => {
  for (const text of ['', 'null', '[]', '{"basics":', '7'])
    assert.match(readJsonResume(text).problems[0]!.message, /not a JSON Resume file/)
})

test('formats periods as precisely as their dates', () => {
  for (const [startDate, endDate, text] of [
    ['2020', '', '2020 – Present'],
    ['2020-05', '2021-12', 'May 2020 – Dec 2021'],
    ['2024-05-31', '2024-05-31', 'May 31, 2024'],
    ['', '2019', '2019'],
    ['', '', ''],
  ] as const)
    assert.equal(periodText({ startDate, endDate }), text)
})
