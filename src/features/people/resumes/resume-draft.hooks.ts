import { useState } from 'react'
import * as z from 'zod/mini'
import { readStoredJson } from '#web/storage.ts'
import { useStoring } from '#web/use-stored-text.ts'
import { type AnyEntry, emptyEntry, type SectionName, sectionNames } from './resume-sections.contract.ts'
import { type Basics, emptyDocument, type ResumeInput } from './resumes.contract.ts'

const texts = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
/** A stored draft, whose fields need not be valid yet. */
const StoredDraft = z.object({
  document: z.object({
    basics: z.record(z.string(), z.string()),
    projectIds: z.array(z.int()),
    ...Object.fromEntries(sectionNames.map((section) => [section, z.array(texts)])),
  }),
  isPublished: z.boolean(),
})

/** The CV in the form. Unsaved changes are stored in this browser for this member; without unsaved changes, the form
 *  shows the saved CV. */
export function useResumeDraft(memberId: number, saved: ResumeInput | null) {
  const storageKey = `cv-draft:${memberId}`
  const [edited, setEdited] = useState(() => readDraft(storageKey))
  const [wasRestored, setRestored] = useState(edited !== null)
  const start = saved ?? { document: emptyDocument, isPublished: false }
  const draft = edited ?? start
  const isUnsaved = JSON.stringify(edited ?? start) !== JSON.stringify(start)
  useStoring(storageKey, edited && isUnsaved ? JSON.stringify(edited) : null)

  const { document } = draft
  const change = (part: Partial<ResumeInput['document']>) => setEdited({ ...draft, document: { ...document, ...part } })
  const entriesOf = (section: SectionName): AnyEntry[] => document[section]
  const setEntries = (section: SectionName, entries: AnyEntry[]) => change({ [section]: entries })
  return {
    draft,
    isUnsaved,
    wasRestored: wasRestored && isUnsaved,
    setPublished: (isPublished: boolean) => setEdited({ ...draft, isPublished }),
    changeBasics: (part: Partial<Basics>) => change({ basics: { ...document.basics, ...part } }),
    chooseProjects: (projectIds: number[]) => change({ projectIds }),
    replaceDocument: (next: ResumeInput['document']) => setEdited({ ...draft, document: next }),
    changeEntry: (section: SectionName, index: number, part: AnyEntry) =>
      setEntries(section, entriesOf(section).with(index, { ...entriesOf(section)[index]!, ...part })),
    addEntry: (section: SectionName) => setEntries(section, [...entriesOf(section), emptyEntry(section)]),
    removeEntry: (section: SectionName, index: number) => setEntries(section, entriesOf(section).toSpliced(index, 1)),
    moveEntry: (section: SectionName, from: number, to: number) => {
      const entries = entriesOf(section)
      setEntries(section, entries.toSpliced(from, 1).toSpliced(to, 0, entries[from]!))
    },
    /** Restores the saved CV. */
    reset: () => {
      setEdited(null)
      setRestored(false)
    },
    /** Shows the saved CV again, unless the draft has changed since it was sent. */
    followSaved: (sent: ResumeInput) => {
      setEdited((now) => (now === sent ? null : now))
      setRestored(false)
    },
  }
}

export type ResumeDraft = ReturnType<typeof useResumeDraft>

/** Adds the fields that the draft lacks, because a newer version of the site has more fields. */
function readDraft(key: string): ResumeInput | null {
  const stored = readStoredJson(key, StoredDraft)
  if (!stored) return null
  const { basics, projectIds, ...sections } = stored.document
  const filled = Object.fromEntries(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema above
    Object.entries(sections as Record<SectionName, AnyEntry[]>).map(([section, entries]) => [
      section,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the schema above
      entries.map((entry) => ({ ...emptyEntry(section as SectionName), ...entry })),
    ]),
  )
  const document = { ...emptyDocument, basics: { ...emptyDocument.basics, ...basics }, projectIds, ...filled }
  return { document, isPublished: stored.isPublished }
}
