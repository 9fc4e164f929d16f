import type { DemoPart } from '#kernel/demo.ts'
import { emptyEntry, type EntryOf, type SectionName } from './resume-sections.contract.ts'
import { emptyDocument, type ResumeDocument } from './resumes.contract.ts'
import { listProjectIds, saveDocument } from './resumes.store.ts'

const entry = <S extends SectionName>(section: S, part: Partial<EntryOf<S>>): EntryOf<S> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all fields of the section
  ({ ...emptyEntry(section), ...part }) as EntryOf<S>

const document: ResumeDocument = {
  ...emptyDocument,
  basics: {
    label: 'Staff engineer for databases and the web around them',
    summary:
      'Fifteen years of building and running back ends that stay fast under load. I like small systems, honest measurements, and writing down what I learn so that others can check it.',
    email: 'mirela@devstead.example',
    phone: '',
    url: 'https://mirela-dobrescu.example/',
    city: 'Cluj-Napoca',
    region: '',
    countryCode: 'RO',
  },
  work: [
    entry('work', {
      position: 'Staff engineer',
      name: 'Tramline',
      location: 'Remote',
      url: 'https://tramline.example/',
      startDate: '2021-03',
      description: 'Live departures for 40 cities',
      highlights: [
        'Moved 2 TB of timetables to one PostgreSQL server and cut the median response time from 180 to 12 ms.',
        'Introduced load tests that run before every release. Incidents fell from nine to one a year.',
        'Mentor four engineers, two of whom now lead their own teams.',
      ],
    }),
    entry('work', {
      position: 'Senior back-end engineer',
      name: 'Clinica Verde',
      location: 'Cluj-Napoca',
      startDate: '2015-09',
      endDate: '2021-02',
      summary: 'Waiting lists and appointments for eleven hospitals.',
      highlights: [
        'Designed the audit log that passed three external audits without findings.',
        'Replaced nightly batches with events, so that patients learn about free appointments within a minute.',
      ],
    }),
    entry('work', {
      position: 'Software engineer',
      name: 'Stagebill',
      location: 'Bucharest',
      startDate: '2010-06',
      endDate: '2015-08',
      highlights: ['Built the seat map and the queue that sold 30,000 tickets in the first hour of a festival.'],
    }),
  ],
  education: [
    entry('education', {
      institution: 'Technical University of Cluj-Napoca',
      studyType: 'Master’s degree',
      area: 'Computer science',
      startDate: '2008',
      endDate: '2010',
    }),
  ],
  skills: [
    entry('skills', { name: 'Databases', keywords: ['PostgreSQL', 'SQL', 'Query plans', 'Replication'] }),
    entry('skills', { name: 'Back end', keywords: ['TypeScript', 'Node.js', 'HTTP caching', 'Linux'] }),
    entry('skills', { name: 'Communication', keywords: ['Technical writing', 'Code review', 'Mentoring'] }),
  ],
  certificates: [
    entry('certificates', {
      name: 'Certified PostgreSQL Professional',
      issuer: 'Open Database Guild',
      date: '2019-05',
    }),
  ],
  languages: [
    entry('languages', { language: 'Romanian', fluency: 'Native speaker' }),
    entry('languages', { language: 'English', fluency: 'Fluent' }),
    entry('languages', { language: 'German', fluency: 'Intermediate' }),
  ],
}

/** Seeds a published CV for the site's owner, with their first two projects. */
export const resumesDemo: DemoPart = async ({ ctx: { db }, members: [owner] }) => {
  if (!owner) return
  const projectIds = await listProjectIds(db, owner.id, 2)
  await saveDocument(db, owner.id, { document: { ...document, projectIds }, isPublished: true })
}
