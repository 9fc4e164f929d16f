import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { useForm } from '#web/use-form.ts'
import { useAccount } from './account.hooks.ts'
import { AppCode, RecoveryCode } from './accounts.contract.ts'
import { signOut } from './accounts.hooks.ts'
import { AppChoice, AppCodeField, codeFault, focusOnMount } from './code-field.tsx'
import { enterCode, enterRecoveryCode } from './sign-in.hooks.ts'

interface Props {
  onDone: () => void
  /** Called after signing out. */
  onBack: () => void
}

/** The second step of sign-in: a code from an authenticator app, or a recovery code. */
export function CodeStep({ onDone, onBack }: Props) {
  const [isRecovering, setRecovering] = useState(false)
  return (
    <>
      <h1>{isRecovering ? t('Enter a recovery code') : t('Enter the code from your app')}</h1>
      {isRecovering ? <RecoveryCodeForm onDone={onDone} /> : <AppCodeForm onDone={onDone} />}
      <div className="sign-in-ways">
        <Button variant="plain" size="s" icon="key-round" onClick={() => setRecovering(!isRecovering)}>
          {isRecovering ? t('Use your app instead') : t('Use a recovery code instead')}
        </Button>
        <Button variant="plain" size="s" icon="arrow-left" onClick={() => void signOut().then(onBack)}>
          {t('Back to sign-in')}
        </Button>
      </div>
    </>
  )
}

function AppCodeForm({ onDone }: { onDone: () => void }) {
  const cache = useQueryClient()
  const { data, refetch } = useAccount()
  const apps = data?.apps ?? []
  const { onSubmit, faults, isPending } = useForm(AppCode, async ({ code, appId }) => {
    const id = appId ?? (data ?? (await refetch()).data)?.apps[0]?.id
    if (!id) return { code: t('Your apps failed to load. Try again in a moment.') }
    const outcome = await enterCode(id, code, cache)
    if (!outcome.ok) return { code: codeFault(outcome) }
    onDone()
    return {}
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <AppChoice apps={apps} />
      <AppCodeField ref={focusOnMount} error={faults.code} />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? t('Checking...') : t('Continue')}
      </Button>
    </form>
  )
}

function RecoveryCodeForm({ onDone }: { onDone: () => void }) {
  const cache = useQueryClient()
  const { onSubmit, faults, isPending } = useForm(RecoveryCode, async ({ code }) => {
    const outcome = await enterRecoveryCode(code, cache)
    if (!outcome.ok) return { code: codeFault(outcome) }
    onDone()
    return {}
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <TextInput
        ref={focusOnMount}
        label={t('Recovery code')}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={faults.code}
        hint={t('One of the codes from when you set up your app. Each code works once.')}
      />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? t('Checking...') : t('Continue')}
      </Button>
    </form>
  )
}
