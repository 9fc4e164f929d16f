import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { CopyTextButton } from '#features/writing/history/copy-text-button.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { AppCode, AppName } from './accounts.contract.ts'
import { AppCodeField, codeFault, focusOnMount } from './code-field.tsx'
import { beginApp, type NewApp, removeApp, useAppAddition } from './second-factor.hooks.ts'

interface Props {
  /** Names of the existing apps. */
  names: string[]
  hasRecoveryCodes: boolean
  /** Called with the recovery codes if they were created along with the app. */
  onAdded: (codes: string[] | null) => void
  onCancel: () => void
}

/** Adds an authenticator app: prompts for its name, shows its secret, and verifies the first code. */
export function AppSetup({ names, hasRecoveryCodes, onAdded, onCancel }: Props) {
  const [app, setApp] = useState<NewApp | null>(null)
  if (!app) return <NameForm names={names} onBegun={setApp} onCancel={onCancel} />

  function cancel() {
    if (app) void removeApp({ factorId: app.id, hasOthers: false })
    onCancel()
  }
  return (
    <section className="factor-setup" aria-label={t('Set up an app')}>
      <Secret app={app} />
      <ProofForm app={app} hasRecoveryCodes={hasRecoveryCodes} onAdded={onAdded} onCancel={cancel} />
    </section>
  )
}

interface NameFormProps {
  names: string[]
  onBegun: (app: NewApp) => void
  onCancel: () => void
}

function NameForm({ names, onBegun, onCancel }: NameFormProps) {
  const { onSubmit, faults, isPending } = useForm(AppName, async ({ name }) => {
    const outcome = await beginApp(name)
    if (outcome.ok) onBegun(outcome.data)
    else if (outcome.code === 'mfa_factor_name_conflict') return { name: t('You already have an app with this name') }
    else showToast({ title: t('App not added'), description: outcome.message, variant: 'error' })
    return {}
  })
  return (
    <form method="post" noValidate className="form factor-setup" onSubmit={onSubmit}>
      <TextInput
        ref={focusOnMount}
        label={t('App name')}
        name="name"
        autoComplete="off"
        required
        defaultValue={freeName(names)}
        error={faults.name}
        hint={t('Helps you recognize the app, for example by the phone it’s on.')}
      />
      <div className="form-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {t('Continue')}
        </Button>
      </div>
    </form>
  )
}

const usualName = t('Authenticator app')

function freeName(names: string[]): string {
  let number = 1
  const name = () => (number === 1 ? usualName : t('Authenticator app {number}', { number }))
  while (names.includes(name())) number += 1
  return name()
}

function Secret({ app: { qrCode, secret, uri } }: { app: NewApp }) {
  return (
    <>
      <h3 tabIndex={-1} ref={focusOnMount} className="factor-heading">
        {t('Scan this with your app')}
      </h3>
      <div className="factor-secret">
        <img src={qrCode} alt={t('QR code with the secret')} width={196} height={196} className="factor-qr" />
        <div className="stack">
          <p>
            {t('Scan the QR code with your authenticator app. If that doesn’t work, enter this secret in the app:')}
          </p>
          <code className="factor-text" aria-label={t('Secret')}>
            {inFours(secret).join(' ')}
          </code>
          <div className="row">
            <CopyTextButton size="s" text={secret}>
              {t('Copy')}
            </CopyTextButton>
            <a className="link" href={uri}>
              {t('Open an app on this device')}
            </a>
          </div>
        </div>
      </div>
    </>
  )
}

/** Splits the secret into groups, which are easier to read and type. */
const inFours = (text: string): string[] => text.match(/.{1,4}/g) ?? []

interface ProofFormProps extends Omit<Props, 'names'> {
  app: NewApp
}

function ProofForm({ app, hasRecoveryCodes, onAdded, onCancel }: ProofFormProps) {
  const adding = useAppAddition()
  const { onSubmit, faults, isPending } = useForm(AppCode, async ({ code }) => {
    const outcome = await adding.mutateAsync({ factorId: app.id, code, hasRecoveryCodes })
    if (!outcome.ok) return { code: codeFault(outcome) }
    // A toast would cover the new recovery codes.
    if (!outcome.data)
      showToast({ title: t('App added'), description: t('You’ll need its code to sign in.'), variant: 'success' })
    onAdded(outcome.data)
    return {}
  })
  return (
    <form method="post" noValidate className="form" onSubmit={onSubmit}>
      <AppCodeField error={faults.code} />
      <div className="form-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? t('Checking...') : t('Add app')}
        </Button>
      </div>
    </form>
  )
}
