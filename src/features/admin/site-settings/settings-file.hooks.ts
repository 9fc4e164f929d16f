import { settingsFaults } from './settings-draft.hooks.ts'
import { SettingsFile, settingsFileKind, type SiteSettings } from './site-settings.contract.ts'
import { t } from '#messages/messages.ts'

/** Downloads the settings as a file. */
export function downloadSettings(settings: SiteSettings): void {
  const text = `${JSON.stringify({ kind: settingsFileKind, settings }, null, 2)}\n`
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = `site-settings-${new Date().toISOString().slice(0, 10)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}

type SettingsRead = { ok: true; settings: Partial<SiteSettings> } | { ok: false; message: string }

/** Reads the settings in an exported file. */
export function settingsInFile(text: string): SettingsRead {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return {
      ok: false,
      message: t('This file is not valid JSON. Choose a file that was exported from a site’s settings.'),
    }
  }
  const parsed = SettingsFile.safeParse(content)
  if (parsed.success) return { ok: true, settings: definedIn(parsed.data.settings) }
  const [[path, message] = ['', '']] = Object.entries(settingsFaults(parsed.error.issues))
  const place = path.replace(/^settings\.?/, '')
  return { ok: false, message: place === '' || path === 'kind' ? message : `${place}: ${message}` }
}

const definedIn = (settings: { [Name in keyof SiteSettings]?: SiteSettings[Name] | undefined }) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<SiteSettings>
