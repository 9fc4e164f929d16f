import * as z from 'zod/mini'
import { locales } from '#messages/locales.ts'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { openRegistration, RegistrationSettings } from '#features/people/registration/registration-settings.contract.ts'
import { offByDefault, Section } from '#schemas/sections.contract.ts'
import { SiteLanguage } from '#schemas/site-language.contract.ts'
import { TimeZone } from '#schemas/time-zones.contract.ts'
import { TwoFactorRule } from '#schemas/two-factor.contract.ts'
import { feedAsHome, HomeSettings, PageSlug } from './home-settings.contract.ts'
import { codeThemeNames, densityNames, typefaceNames } from './look-names.contract.ts'
import { settingText } from './setting-text.contract.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    'site-settings': true
  }
}

export const maxLinks = 6
/** Pictures are data URLs: the browser scales them down before sending them. */
export const maxIconLength = 400_000
export const maxCoverLength = 600_000
/** In pixels. */
export const maxCoverSide = 1920
export const tooDetailed = (): string => t('This picture is too large. Choose one with less detail.')
const maxCssBytes = 20_000
/** The maximum size of requests that contain all settings. */
export const maxSettingsBytes = 1024 * 1024 + 128 * 1024
export const accentPattern = /^#[\da-f]{6}$/
const picturePattern = /^data:image\/(?:png|jpeg|webp|gif|avif);base64,[\w+/]+=*$/

const pictureText = (maxLength: number) =>
  z.string().check(
    z.maxLength(maxLength, { error: () => t('This picture is too large') }),
    z.refine((url) => url === '' || picturePattern.test(url), { error: () => t('This is not a picture') }),
  )

/** Sections without duplicates. */
const Sections = z
  .array(Section)
  .check(z.refine((all) => new Set(all).size === all.length, { error: () => t('Name each section only once') }))

const isWebUrl = (value: string): boolean => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
}
const emailAddress = z.email()
const isEmail = (value: string): boolean => emailAddress.safeParse(value).success

/** Everything that administrators can configure on the site. Empty strings are hidden or replaced with defaults. */
export const SiteSettings = z.object({
  /** Empty: the default name. */
  name: settingText(60),
  tagline: settingText(100),
  /** The language of the site's content, as a BCP 47 tag such as `de` or `pt-BR`. */
  language: SiteLanguage,
  /** The language of menus and buttons: `reader` for each reader's own, or one for everyone. */
  interfaceLanguage: z.enum(['reader', ...locales]),
  /** The time zone in which the server shows times; browsers show the reader's own. */
  timeZone: TimeZone,
  /** For search engines, link previews, and feeds. Empty: default text with the site's name. */
  description: settingText(155),
  icon: z.object({
    /** `initials`: generated from the site's name; Devstead's own icon while the site has no name. `house`: Devstead's
     *  own icon. `picture`: uploaded. */
    kind: z.enum(['house', 'initials', 'picture']),
    /** A data URL; empty for `house`, and for initials that the server can draw. The form draws the others. */
    image: pictureText(maxIconLength),
  }),
  /** A wide picture at the top of the portfolio or the feed as the home page, as a data URL. Empty: none. */
  cover: pictureText(maxCoverLength),
  /** Empty: Devstead's green. Lightness is adjusted for contrast; see `accent-colors.contract.ts`. */
  accent: z.string().check(
    z.refine((value) => value === '' || accentPattern.test(value), {
      error: () => t('Enter a color such as #1c4c98'),
    }),
  ),
  typeface: z.enum(typefaceNames),
  density: z.enum(densityNames),
  /** The colors of code in posts. */
  codeTheme: z.enum(codeThemeNames),
  /** CSS for all pages except those that administrators need in order to change it; see `custom-css.ts`. */
  css: z.string().check(
    z.refine((css) => new TextEncoder().encode(css).length <= maxCssBytes, {
      error: () => t('Use at most 20 kB of CSS'),
    }),
  ),
  /** An email address or a URL, for security.txt and the navigation. */
  contact: z.string().check(
    z.trim(),
    z.maxLength(200, { error: () => t('Use at most 200 characters') }),
    z.refine((value) => value === '' || isEmail(value) || isWebUrl(value), {
      error: () => t('Enter an email address or a URL'),
    }),
  ),
  /** Whether visitors can send messages to the owner at /contact. */
  contactForm: z.boolean(),
  codeOfConduct: PageSlug,
  privacy: PageSlug,
  home: HomeSettings,
  /** Sections that are turned off for everyone. */
  sectionsOff: Sections,
  /** The order of the sections in the navigation. Sections that are missing come last, in their default order. */
  sectionOrder: Sections,
  /** Links to other sites, in the navigation. */
  links: z
    .array(
      z.object({
        label: settingText(40).check(z.minLength(1, { error: () => t('Enter the link text') })),
        url: z
          .string()
          .check(
            z.trim(),
            z.maxLength(500, { error: () => t('Use at most 500 characters') }),
            z.refine(isWebUrl, { error: () => t('Enter a URL such as https://example.org') }),
          ),
      }),
    )
    .check(z.maxLength(maxLinks, { error: () => t('Add at most {maxLinks} links', { maxLinks }) })),
  registration: RegistrationSettings,
  /** Whether people who register may publish. Otherwise, they become readers. */
  newMembersPublish: z.boolean(),
  requireTwoFactor: TwoFactorRule,
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** The settings of a site whose administrators have not changed anything. */
export const defaultSettings: SiteSettings = {
  name: '',
  tagline: '',
  language: 'en',
  interfaceLanguage: 'reader',
  timeZone: 'UTC',
  description: '',
  icon: { kind: 'initials', image: '' },
  cover: '',
  accent: '',
  typeface: 'grotesk',
  density: 'comfortable',
  codeTheme: 'devstead',
  css: '',
  contact: '',
  contactForm: false,
  codeOfConduct: '',
  privacy: '',
  home: feedAsHome,
  sectionsOff: [...offByDefault],
  sectionOrder: [],
  links: [],
  registration: openRegistration,
  newMembersPublish: true,
  requireTwoFactor: 'none',
}

/** Returns only the settings that differ from the defaults, so that later defaults also apply to existing sites. */
export const chosenIn = (settings: SiteSettings): Partial<SiteSettings> =>
  Object.fromEntries(Object.entries(settings).filter(isChosen))

const isChosen = ([name, value]: [string, unknown]): boolean =>
  JSON.stringify(value) !== JSON.stringify(Reflect.get(defaultSettings, name))

export const defaultName = 'Devstead'
export const defaultAccent = '#0a6a49'

/** Returns the URL for a contact; undefined if there is none. */
export const contactHref = (contact: string): string | undefined =>
  contact === '' ? undefined : isEmail(contact) ? `mailto:${contact}` : contact

/** The settings with their version. `fixed`: values set by environment variables, which administrators cannot
 *  change. */
const StoredSettings = z.object({
  version: z.int(),
  settings: SiteSettings,
  fixed: z.object({ name: z.optional(z.string()), registration: z.optional(RegistrationSettings) }),
})
export type StoredSettings = z.infer<typeof StoredSettings>

/** Reports whether the home page is the feed although the feed is off. */
export const isHomeFeedOff = ({ home, sectionsOff }: Pick<SiteSettings, 'home' | 'sectionsOff'>): boolean =>
  home.kind === 'feed' && sectionsOff.includes('feed')

/** Why the feed cannot be turned off while it is the home page. */
export const feedIsHomeMessage = (): string =>
  t('The feed is the home page. To turn it off, choose another home page first.')

const SavedSettings = z.object({ version: z.int(), settings: SiteSettings })

export const getSettings = endpoint('GET /api/admin/settings', {
  summary: 'Get the site’s settings',
  access: 'admin',
  answer: StoredSettings,
})
/** `version`: the version that the changes are based on. If another administrator has saved changes since then,
 *  nothing is changed. */
export const saveSettings = endpoint('PUT /api/admin/settings', {
  summary: 'Save the site’s settings',
  access: 'admin',
  body: SavedSettings,
  maxBodyBytes: maxSettingsBytes,
  answer: StoredSettings,
  limits: [perMember('site settings', 60, 60)],
  changes: ['site-settings', 'removals'],
})

/** The format of exported settings. Imported files may omit settings, which are then left unchanged. */
export const settingsFileKind = 'devstead-settings'
export const SettingsFile = z.object({
  kind: z.literal(settingsFileKind, { error: () => t('This file does not contain a site’s settings') }),
  settings: z.partial(SiteSettings),
})
