import type { Section } from '#schemas/sections.contract.ts'
import type { Db } from '#kernel/db.ts'
import { createLiveValue, type LiveValueOptions } from '#kernel/live-value.ts'
import { defaultName, defaultSettings, type SiteSettings } from './site-settings.contract.ts'
import { coverIn, type SiteCover } from './site-cover.ts'
import { iconsFor, type SiteIcons } from './site-icons.ts'
import { customStyles, type SiteStyles, siteStyles } from './site-styles.ts'
import { findSettings } from './site-settings.store.ts'
import { settingsIn } from './stored-settings.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    siteSettings: LiveSiteSettings
  }
}

/** The settings in effect. */
interface SettingsNow extends SettingsFiles {
  settings: SiteSettings
}

/** What is generated from the settings. */
interface SettingsFiles {
  /** Files that replace the built-in icons, or null. */
  icons: SiteIcons | null
  /** The picture at the top of the home page, or null. */
  cover: SiteCover | null
  /** A stylesheet in addition to the built-in one, or null. */
  styles: SiteStyles | null
  /** The administrators' own CSS, or null. */
  customStyles: SiteStyles | null
}

export interface LiveSiteSettings {
  /** Values set by environment variables. */
  fixed: Partial<Pick<SiteSettings, 'name' | 'registration'>>
  /** Returns the settings as last read, so requests do not query the database for them. */
  readonly now: SettingsNow
  /** The name of the site. */
  readonly name: string
  /** Reports whether a section of the site is turned on. Anything outside the sections is always on. */
  isOn: (section: Section | undefined) => boolean
  /** Reads the settings again if they have changed. Returns undefined if they have not. Never rejects: if they
   *  cannot be read, the last known settings remain. */
  refresh: () => Promise<unknown> | undefined
}

interface Options extends Pick<LiveValueOptions<SettingsNow>, 'changes' | 'isTroubled' | 'now'> {
  db: Db
  fixed: LiveSiteSettings['fixed']
}

/** Keeps the settings in memory. Every request and every job calls `refresh` first; all later reads are synchronous. */
export function createLiveSiteSettings({ db, fixed, ...options }: Options): LiveSiteSettings {
  const pictures = { iconsFor: memoizeLatest(iconsFor), coverIn: memoizeLatest(coverIn) }
  const live = createLiveValue<SettingsNow>({
    ...options,
    initial: { settings: { ...defaultSettings, ...fixed }, icons: null, cover: null, styles: null, customStyles: null },
    topics: ['site-settings'],
    load: async () => {
      const settings = { ...settingsIn((await findSettings(db))?.settings), ...fixed }
      return { settings, ...(await settingsFiles(settings, pictures)) }
    },
  })

  return siteSettingsOf(fixed, live.last, () => {
    const current = live.current()
    return current instanceof Promise ? current : undefined
  })
}

/** Returns everything that is generated from the settings. @param pictures what generates the pictures */
export const settingsFiles = async (
  settings: SiteSettings,
  pictures = { iconsFor, coverIn },
): Promise<SettingsFiles> => ({
  icons: await pictures.iconsFor({ name: settings.name, accent: settings.accent, icon: settings.icon }),
  cover: await pictures.coverIn(settings.cover),
  styles: await siteStyles(settings),
  customStyles: await customStyles(settings.css),
})

/** Returns access to settings in memory. By default, they never change. */
export const siteSettingsOf = (
  fixed: LiveSiteSettings['fixed'],
  last: () => SettingsNow,
  refresh: LiveSiteSettings['refresh'] = () => undefined,
): LiveSiteSettings => ({
  fixed,
  get now() {
    return last()
  },
  get name() {
    return last().settings.name || defaultName
  },
  isOn: (section) => section === undefined || !last().settings.sectionsOff.includes(section),
  refresh,
})

/** Calls `make` only if the input differs from the previous one, or if the previous call failed. */
function memoizeLatest<Input, Made>(make: (input: Input) => Promise<Made>): (input: Input) => Promise<Made> {
  let last: { key: string; made: Promise<Made> } | null = null
  return async (input) => {
    const key = JSON.stringify(input)
    if (last?.key !== key) last = { key, made: make(input) }
    const { made } = last
    made.catch(() => {
      if (last?.made === made) last = null
    })
    return made
  }
}
