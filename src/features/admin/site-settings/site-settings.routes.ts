import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { isSameSet } from '#schemas/sections.contract.ts'
import { safeCover } from './site-cover.ts'
import { initialsSvgsFor, safeIcon } from './site-icons.ts'
import { sectionsChanged } from './site-settings.events.ts'
import {
  chosenIn,
  defaultSettings,
  feedIsHomeMessage,
  getSettings,
  isHomeFeedOff,
  saveSettings,
  type SiteSettings,
} from './site-settings.contract.ts'
import { findSettings, replaceSettings } from './site-settings.store.ts'
import { changedIn, settingsIn } from './stored-settings.ts'

export const siteSettingsRoutes = [
  implement(getSettings, async ({ ctx: { db, siteSettings } }) => {
    const row = await findSettings(db)
    return { version: row?.version ?? 0, settings: settingsIn(row?.settings), fixed: siteSettings.fixed }
  }),
  implement(saveSettings, async ({ body, member, ctx: { db, emit, siteSettings } }) => {
    if (body.settings.requireTwoFactor !== 'none') requireOwnFactor(member)
    if (isHomeFeedOff(body.settings)) throw invalidSetting('sectionsOff', feedIsHomeMessage())
    await requireValidCss(body.settings.css)
    const before = settingsIn((await findSettings(db))?.settings)
    const settings = {
      ...body.settings,
      icon: await checkedIcon({ ...body.settings, ...siteSettings.fixed }, before.icon),
      cover: await checkedCover(body.settings.cover, before.cover),
    }
    const version = await inTransaction(db, async (tx) => {
      const saved = await replaceSettings(tx, chosenIn(settings), body.version)
      if (saved === null) throw new AppError('conflict', changedMeanwhile())
      const [off, offBefore] = [settings.sectionsOff, before.sectionsOff]
      if (!isSameSet(off, offBefore)) await emit(tx, sectionsChanged, { before: offBefore, off })
      await audit(tx, {
        action: 'settings.changed',
        actor: member.id,
        details: { settings: changedIn(before, settings) },
      })
      const [from, to] = [before.registration.mode, settings.registration.mode]
      if (from !== to) await audit(tx, { action: 'registration.changed', actor: member.id, details: { from, to } })
      return saved
    })
    return { version, settings, fixed: siteSettings.fixed }
  }),
]

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

const changedMeanwhile = (): string =>
  t('Another administrator has changed the settings in the meantime. Reload the page to see them.')

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
