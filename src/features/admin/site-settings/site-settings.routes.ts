import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { siteLocaleChanged } from '#features/discovery/languages/languages.events.ts'
import { implement } from '#kernel/implement.ts'
import { isSameSet } from '#schemas/sections.contract.ts'
import { checkedSettings } from './checked-settings.ts'
import { siteLocale } from './site-locale.contract.ts'
import { sectionsChanged } from './site-settings.events.ts'
import { chosenIn, getSettings, saveSettings } from './site-settings.contract.ts'
import { findSettings, replaceSettings } from './site-settings.store.ts'
import { changedIn, settingsIn } from './stored-settings.ts'

export const siteSettingsRoutes = [
  implement(getSettings, async ({ ctx: { db, siteSettings } }) => {
    const row = await findSettings(db)
    return { version: row?.version ?? 0, settings: settingsIn(row?.settings), fixed: siteSettings.fixed }
  }),
  implement(saveSettings, async ({ body, member, ctx: { db, emit, siteSettings } }) => {
    const { settings, before } = await checkedSettings({ db, siteSettings }, member, body.settings)
    const version = await inTransaction(db, async (tx) => {
      const saved = await replaceSettings(tx, chosenIn(settings), body.version)
      if (saved === null) throw new AppError('conflict', changedMeanwhile())
      const [off, offBefore] = [settings.sectionsOff, before.sectionsOff]
      if (!isSameSet(off, offBefore)) await emit(tx, sectionsChanged, { before: offBefore, off })
      if (siteLocale(settings) !== siteLocale(before)) await emit(tx, siteLocaleChanged, { to: siteLocale(settings) })
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

const changedMeanwhile = (): string => t('The settings have changed in the meantime. Load them again.')
