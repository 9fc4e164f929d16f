import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { readStoredJson } from '#web/storage.ts'
import { useStoring } from '#web/use-stored-text.ts'

/** The values in the settings form. */
export interface SettingsText {
  displayName: string
  title: string
  bio: string
  profileImage: string
  githubUsername: string
  skills: string[]
}
type Changes = Partial<SettingsText>

const text = z.exactOptional(z.string())
const Changes = z.object({
  displayName: text,
  title: text,
  bio: text,
  profileImage: text,
  githubUsername: text,
  skills: z.exactOptional(z.array(z.string())),
})

/** The form's unsaved changes, stored in this browser for this member. Untouched fields follow the profile, so that
 *  changes saved in another window are not undone. */
export function useSettingsText(viewer: Viewer) {
  const key = `settings-draft:${viewer.id}`
  const [changes, setChanges] = useState<Changes>(() => readStoredJson(key, Changes) ?? {})
  const [wasRestored, setRestored] = useState(() => hasChanges(changes, viewer))
  const isUnsaved = hasChanges(changes, viewer)
  const isLost = useStoring(key, isUnsaved ? JSON.stringify(changes) : null)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isLost.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isLost])
  return {
    text: { ...textOf(viewer), ...changes },
    wasRestored: wasRestored && isUnsaved,
    change: (part: Changes) => setChanges((before) => ({ ...before, ...part })),
    /** Restores the saved profile. */
    reset: () => {
      setChanges({})
      setRestored(false)
    },
  }
}

const textOf = ({ displayName, title, bio, profileImage, githubUsername, skills }: Viewer): SettingsText => ({
  displayName,
  title,
  bio,
  profileImage: profileImage ?? '',
  githubUsername: githubUsername ?? '',
  skills,
})

function hasChanges(changes: Changes, viewer: Viewer): boolean {
  const saved = textOf(viewer)
  return JSON.stringify({ ...saved, ...changes }) !== JSON.stringify(saved)
}
