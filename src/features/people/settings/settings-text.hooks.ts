import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'

/** The settings as they stand in the form. */
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

/** What is changed on the form and not saved: kept in this browser, for this member, until it is. Fields that nobody
 *  touched follow the profile, so that what was saved in another window is not undone. */
export function useSettingsText(viewer: Viewer) {
  const key = `settings-draft:${viewer.id}`
  const [changes, setChanges] = useState<Changes>(() => storedChanges(key))
  const [wasRestored, setRestored] = useState(() => hasNews(changes, viewer))
  const isLost = useRef(false)
  const isUnsaved = hasNews(changes, viewer)
  useEffect(() => {
    isLost.current = isUnsaved && !writeStored(key, JSON.stringify(changes))
    if (!isUnsaved) removeStored(key)
  }, [key, changes, isUnsaved])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isLost.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return {
    text: { ...textOf(viewer), ...changes },
    wasRestored: wasRestored && isUnsaved,
    change: (part: Changes) => setChanges((before) => ({ ...before, ...part })),
    /** Back to the profile as it is saved. */
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

function hasNews(changes: Changes, viewer: Viewer): boolean {
  const saved = textOf(viewer)
  return JSON.stringify({ ...saved, ...changes }) !== JSON.stringify(saved)
}

function storedChanges(key: string): Changes {
  try {
    const stored = Changes.safeParse(JSON.parse(readStored(key) ?? '{}'))
    return stored.success ? stored.data : {}
  } catch {
    return {}
  }
}
