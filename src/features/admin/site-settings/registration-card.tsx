import { useState } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { adminInvitationsAddress } from '#features/people/registration/invitation-addresses.contract.ts'
import {
  domainsIn,
  type RegistrationMode,
  registrationModes,
  type RegistrationSettings,
} from '#features/people/registration/registration-settings.contract.ts'
import { Card } from '#ui/card.tsx'
import { Select, Switch, TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { CardProps } from './settings-draft.hooks.ts'

const modes: Record<RegistrationMode, { label: string; hint: string }> = {
  open: { label: t('Anyone'), hint: t('Anyone can create an account.') },
  approval: {
    label: t('Anyone, after approval'),
    hint: t('New members wait until an administrator approves them. People with an invitation link don’t wait.'),
  },
  invitation: {
    label: t('People with an invitation link'),
    hint: t('Only people with an invitation link can register.'),
  },
  domains: {
    label: t('People at certain email domains'),
    hint: t('People with an email address at one of these domains, or with an invitation link, can register.'),
  },
  closed: {
    label: t('No one'),
    hint: t('No one can register, even with an invitation link. Members can still log in.'),
  },
}

interface Props extends CardProps {
  /** The setting from the environment. */
  fixed: RegistrationSettings | undefined
  canSendEmail: boolean
}

/** Who can register. */
export function RegistrationCard({ fixed, canSendEmail, ...card }: Props) {
  const { draft, faults, change } = card
  const { mode } = fixed ?? draft.registration
  return (
    <Card title={t('Registration')}>
      <div className="form">
        <Select
          label={t('Who can register')}
          name="registration"
          value={mode}
          disabled={fixed !== undefined}
          error={faults['registration.mode']}
          hint={
            fixed === undefined ? (
              modes[mode].hint
            ) : (
              <>
                <Icon name="lock" />{' '}
                {rich('Set by {variable} in the environment, which takes precedence.', {
                  variable: <code>REGISTRATION</code>,
                })}
              </>
            )
          }
          onChange={({ target }) => change({ registration: { ...draft.registration, mode: modeIn(target.value) } })}
        >
          {registrationModes.map((value) => (
            <option key={value} value={value}>
              {modes[value].label}
            </option>
          ))}
        </Select>
        {mode === 'domains' && <DomainsField {...card} canSendEmail={canSendEmail} />}
        <Switch
          label={t('New members may publish')}
          hint={t(
            'Otherwise, they become readers, who can comment, like, follow, and chat, but not publish. You can change a member’s role on the Members screen.',
          )}
          checked={draft.newMembersPublish}
          onChange={(newMembersPublish) => change({ newMembersPublish })}
        />
        {mode !== 'closed' && (
          <p className="field-hint">
            <Link className="link" href={adminInvitationsAddress.href()}>
              {t('Manage invitation links')}
            </Link>
          </p>
        )}
      </div>
    </Card>
  )
}

function DomainsField({ draft: { registration }, faults, change, canSendEmail }: Omit<Props, 'fixed'>) {
  const stored = registration.domains.join(', ')
  const [typed, setTyped] = useState(stored)
  // The draft may have been discarded or imported since.
  const text = domainsIn(typed).join(', ') === stored ? typed : stored
  const [, error] = Object.entries(faults).find(([path]) => path.startsWith('registration.domains')) ?? []
  return (
    <>
      <TextInput
        label={t('Domains')}
        name="domains"
        placeholder="example.org, example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        error={error}
        hint={t('Separate domains with commas. Subdomains are not included.')}
        onChange={({ target }) => {
          setTyped(target.value)
          change({ registration: { ...registration, domains: domainsIn(target.value) } })
        }}
      />
      {!canSendEmail && (
        <p className="field-hint">
          <Icon name="circle-alert" />{' '}
          {t('This site can’t send email, so it can’t verify addresses: anyone can enter an address at these domains.')}
        </p>
      )}
    </>
  )
}

const modeIn = (value: string): RegistrationMode => registrationModes.find((mode) => mode === value) ?? 'open'
