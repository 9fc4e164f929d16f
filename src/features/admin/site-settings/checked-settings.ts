import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import { safeCover } from './site-cover.ts'
import { initialsSvgsFor, safeIcon } from './site-icons.ts'
import { defaultSettings, feedIsHomeMessage, isHomeFeedOff, type SiteSettings } from './site-settings.contract.ts'
import { findSettings } from './site-settings.store.ts'
import { settingsIn } from './stored-settings.ts'

/** Checks settings before they are saved or previewed, and re-encodes new pictures. @returns the settings, and those that
 *  are stored now @throws AppError for settings that only the server can reject */
export async function checkedSettings(
  { db, siteSettings }: Pick<Context, 'db' | 'siteSettings'>,
  member: Member,
  given: SiteSettings,
): Promise<{ settings: SiteSettings; before: SiteSettings }> {
  if (given.requireTwoFactor !== 'none') requireOwnFactor(member)
  if (isHomeFeedOff(given)) throw invalidSetting('sectionsOff', feedIsHomeMessage())
  await requireValidCss(given.css)
  const before = settingsIn((await findSettings(db))?.settings)
  const settings = {
    ...given,
    icon: await checkedIcon({ ...given, ...siteSettings.fixed }, before.icon),
    cover: await checkedCover(given.cover, before.cover),
  }
  return { settings, before }
}

/** Prevents administrators from locking themselves out. @throws AppError invalid_input */
function requireOwnFactor({ secondFactor }: Member): void {
  if (secondFactor !== 'verified') throw invalidSetting('requireTwoFactor', noOwnFactor())
}

const noOwnFactor = (): string =>
  t('Set up two-factor authentication for your own account first, in your security settings.')

/** @throws AppError invalid_input with the line of the first problem */
async function requireValidCss(css: string): Promise<void> {
  if (css === '') return
  const { checkedCss } = await import('./custom-css.ts')
  const checked = checkedCss(css)
  if (checked.ok) return
  throw invalidSetting('css', t('Line {line}: {message}', { line: checked.line, message: checked.message }))
}

const invalidSetting = (path: keyof SiteSettings, message: string) =>
  new AppError('invalid_input', message, { issues: [{ path, message }] })

/** Decodes a new icon, but not the stored one again, so that saving other settings does not change it. Omits initials
 *  that the server can draw. */
async function checkedIcon(
  { icon: { kind, image }, ...look }: SiteSettings,
  before: SiteSettings['icon'],
): Promise<SiteSettings['icon']> {
  if (kind === 'picture' && image === '') return defaultSettings.icon
  if (kind === 'house' || image === '') return { kind, image: '' }
  if (kind === 'initials' && (look.name === '' || (await initialsSvgsFor(look)))) return { kind, image: '' }
  return { kind, image: image === before.image ? image : await safeIcon(image) }
}

/** Like `checkedIcon`. */
const checkedCover = async (cover: string, before: string): Promise<string> =>
  cover === '' || cover === before ? cover : safeCover(cover)
