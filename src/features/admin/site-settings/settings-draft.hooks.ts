import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#web/api.ts'
import { parseJson } from '#web/storage.ts'
import { SiteSettings, type StoredSettings } from './site-settings.contract.ts'

/** Error messages by field: `name`, `links.0.url`. */
type SettingsFaults = Record<string, string>

/** The props of each card in the form. */
export interface CardProps {
  draft: SiteSettings
  /** The name that the site will have. */
  name: string
  /** The icon with the initials of the name; empty until it has been drawn. */
  initialsImage: string
  faults: SettingsFaults
  change: (part: Partial<SiteSettings>) => void
}

/** The administrator's unsaved changes to the settings. If the stored settings change in the meantime, they are kept. */
export function useSettingsDraft(stored: StoredSettings) {
  const [draft, setDraft] = useState(stored.settings)
  const [base, setBase] = useState(stored.settings)
  const [faults, setFaults] = useState<SettingsFaults>({})
  if (stored.settings !== base) {
    setBase(stored.settings)
    setDraft({ ...stored.settings, ...changesIn(draft, base) })
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored.settings)

  /** Changes some of the settings, and removes their error messages. */
  function change(part: Partial<SiteSettings>): void {
    setDraft((before) => ({ ...before, ...part }))
    const changed = new Set(Object.keys(part))
    const isOther = ([path]: [string, string]) => !changed.has(path.split('.', 1)[0]!)
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(isOther)))
  }

  /** Replaces the draft, for example with the saved settings. */
  function replace(settings: SiteSettings): void {
    setDraft(settings)
    setFaults({})
  }

  /** Shows the errors that only the server can detect. */
  function showRefusal(reason: unknown): void {
    const refusal = reason instanceof ApiError ? parseJson(reason.body, Refusal) : null
    if (refusal) setFaults(Object.fromEntries(refusal.issues.map(({ path, message }) => [path, message])))
  }

  /** Returns the settings if they are valid; otherwise shows the errors. */
  function validated(): SiteSettings | null {
    const parsed = SiteSettings.safeParse(draft)
    setFaults(parsed.success ? {} : settingsFaults(parsed.error.issues))
    return parsed.success ? parsed.data : null
  }

  return { draft, faults, isChanged, change, replace, validated, showRefusal }
}

/** Returns the settings that differ. */
const changesIn = (draft: SiteSettings, base: SiteSettings): Partial<SiteSettings> => {
  const stored = new Map<string, unknown>(Object.entries(base))
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored.get(name))),
  )
}

const Refusal = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })

/** Returns the first message for each field. */
export function settingsFaults(issues: readonly { path: PropertyKey[]; message: string }[]): SettingsFaults {
  const faults: SettingsFaults = {}
  for (const { path, message } of issues) faults[path.join('.')] ??= message
  return faults
}
