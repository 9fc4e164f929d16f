import css from './settings-form.css?inline'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#messages/messages.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { isRefusal, messageOf } from '#web/api.ts'
import { useFragment } from '#web/use-fragment.ts'
import { showToast } from '#ui/toasts.ts'
import { useAction } from '#web/action.tsx'
import { ContactCard } from './contact-card.tsx'
import { CssCard } from './css-card.tsx'
import { useDraftIcon } from './draft-icon.hooks.ts'
import { ExternalSignInCard } from './external-sign-in-card.tsx'
import { FileCard } from './file-card.tsx'
import { HomeCard } from './home-card.tsx'
import { IdentityCard } from './identity-card.tsx'
import { useLeaveQuestion } from './leave-settings.hooks.ts'
import { LinksCard } from './links-card.tsx'
import { LookCard } from './look-card.tsx'
import { useOwnStyles } from './own-styles.hooks.ts'
import { type CardProps, useSettingsDraft } from './settings-draft.hooks.ts'
import { RegionCard } from './region-card.tsx'
import { RegistrationCard } from './registration-card.tsx'
import { SectionsCard } from './sections-card.tsx'
import { SettingsBar } from './settings-bar.tsx'
import { SettingsPreview } from './settings-preview.tsx'
import type { SiteSettings, StoredSettings } from './site-settings.contract.ts'
import { useSaveSettings } from './site-settings.hooks.ts'
import { storePreview } from './site-preview.hooks.ts'
import { SitePreviewDialog } from './site-preview-dialog.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

interface Props {
  stored: StoredSettings
  /** Whether the site can verify email addresses. */
  canSendEmail: boolean
  /** Runs after the settings have been saved. */
  onSaved: () => unknown
}

/** The form for the site's settings, with a sample of the look next to it, and a preview of the site. Nothing changes for
 *  visitors until it is saved. */
export function SettingsForm({ stored, canSendEmail, onSaved }: Props) {
  useOwnStyles(css)
  const form = useRef<HTMLFormElement>(null)
  const { draft, faults, isChanged, change, replace, validated, showRefusal } = useSettingsDraft(stored)
  const [previewPath, setPreviewPath] = useState<string | null>(null)
  const leaving = useLeaveQuestion(isChanged)
  const save = useSaveSettings()
  useFragment()
  const { name, initialsImage, withInitials } = useDraftIcon(draft, stored.fixed.name)
  const focusFirstFault = () => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  function refuse(reason: unknown): never {
    flushSync(() => showRefusal(reason))
    focusFirstFault()
    throw reason
  }
  const saving = useAction(
    async (settings: SiteSettings) => {
      const saved = await save(stored.version, await withInitials(settings)).catch(refuse)
      replace(saved.settings)
      showToast({ title: t('Settings saved'), description: t('Visitors see them right away.'), variant: 'success' })
      await onSaved()
    },
    (reason) => ({
      title: t('Settings not saved'),
      description: isRefusal(reason, 409) ? changedMeanwhile : messageOf(reason, t('Please try again.')),
    }),
  )
  const previewing = useAction(
    async (settings: SiteSettings) => setPreviewPath(await storePreview(await withInitials(settings)).catch(refuse)),
    { title: t('Preview failed'), fallback: t('Please try again.') },
  )

  /** Runs the action if the settings are valid; otherwise moves the focus to the first error. */
  function withValidated(run: (settings: SiteSettings) => unknown) {
    const settings = flushSync(validated)
    if (settings) void run(settings)
    else focusFirstFault()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    withValidated(saving.run)
  }

  const card: CardProps = { draft, name, initialsImage, faults, change }
  return (
    <>
      <form ref={form} method="post" noValidate className="site-settings" onSubmit={submit}>
        <div className="stack site-settings-cards">
          <SettingsCards {...card} stored={stored} canSendEmail={canSendEmail} />
          <SettingsBar
            isChanged={isChanged}
            isSaving={saving.isBusy}
            isPreviewing={previewing.isBusy}
            onPreview={() => withValidated(previewing.run)}
            onDiscard={() => replace(stored.settings)}
          />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls in low windows, also by keyboard */}
        <aside className="aside site-settings-aside" tabIndex={0} aria-label={t('Preview')}>
          <SettingsPreview draft={draft} name={name} icon={iconIn(draft, initialsImage)} />
        </aside>
      </form>
      {/* Outside the form, which Enter in a dialog would submit. */}
      {previewPath !== null && (
        <SitePreviewDialog
          path={previewPath}
          note={changesPosts(draft, stored.settings) ? t('Posts are hidden or shown after you save.') : undefined}
          onClose={() => setPreviewPath(null)}
        />
      )}
      <LeaveQuestion {...leaving} />
    </>
  )
}

const changedMeanwhile = t(
  'The settings have changed in the meantime. Your changes are kept. Check them, then save again.',
)

/** Whether saving hides or shows posts: turning off the feed or the blog hides them. */
const changesPosts = (draft: SiteSettings, stored: SiteSettings): boolean =>
  (['feed', 'blog'] as const).some((name) => draft.sectionsOff.includes(name) !== stored.sectionsOff.includes(name))

const iconIn = ({ icon: { kind, image } }: SiteSettings, initialsImage: string): string =>
  kind === 'initials' ? initialsImage : image

interface CardsProps extends CardProps, Pick<Props, 'stored' | 'canSendEmail'> {}

const SettingsCards = ({ stored: { settings, fixed }, canSendEmail, ...card }: CardsProps) => (
  <>
    <IdentityCard {...card} fixedName={fixed.name} />
    <RegionCard {...card} />
    <LookCard {...card} />
    <HomeCard {...card} isRegistrationFixed={fixed.registration !== undefined} />
    <SectionsCard {...card} />
    <LinksCard {...card} />
    <ContactCard {...card} />
    <RegistrationCard {...card} fixed={fixed.registration} canSendEmail={canSendEmail} />
    <TwoFactorCard {...card} />
    <ExternalSignInCard />
    <CssCard {...card} />
    <FileCard settings={settings} onImport={card.change} />
  </>
)

const LeaveQuestion = ({ isAsking, answer }: ReturnType<typeof useLeaveQuestion>) => (
  <ConfirmDialog
    isOpen={isAsking}
    title={t('Discard unsaved changes?')}
    description={t('Your changes to the site’s settings have not been saved.')}
    confirmLabel={t('Discard changes')}
    cancelLabel={t('Keep editing')}
    onConfirm={() => answer(true)}
    onCancel={() => answer(false)}
  />
)
