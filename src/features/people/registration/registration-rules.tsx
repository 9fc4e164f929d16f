import type { ReactNode } from 'react'
import { locale, t } from '#messages/messages.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { useInvitation } from './invitations.hooks.ts'

interface Props {
  /** The secret of the invitation link that the visitor opened. */
  invitation: string | null
  /** The registration form and other ways to register. */
  children: ReactNode
}

/** Says who can register, and shows the ways to do so to those who can. The server enforces the rules. */
export function RegistrationRules({ invitation, children }: Props) {
  const { isRegistrationOpen, registration } = useSite()
  const { state, invitedBy } = useInvitationState(invitation)
  if (!isRegistrationOpen)
    return <p>{t('Registration is closed on this site. If you have an account, you can still log in.')}</p>
  if (registration?.mode === 'invitation' && state !== 'usable') return <output>{messages[state]}</output>
  // The form is always at the same position, so that checking the invitation does not remount it.
  return (
    <>
      <Rule state={state} invitedBy={invitedBy} />
      {children}
    </>
  )
}

function Rule({ state, invitedBy }: Invited) {
  const { registration } = useSite()
  if (state === 'checking') return <output>{messages.checking}</output>
  if (state === 'usable')
    return <p>{invitedBy ? t('{invitedBy} invited you to join.', { invitedBy }) : t('You’ve been invited to join.')}</p>
  return (
    <>
      {state === 'unusable' && <output>{messages.unusable}</output>}
      {registration?.mode === 'approval' && (
        <p>{t('An administrator approves each new account. You can use yours once it has been approved.')}</p>
      )}
      {registration?.mode === 'domains' && (
        <p>
          {t('To register, you need an email address at {domains} or an invitation link.', {
            domains: orList(registration.domains ?? []),
          })}
        </p>
      )}
    </>
  )
}

interface Invited {
  state: 'none' | 'checking' | 'usable' | 'unusable'
  /** The inviting member's display name, if it is known. */
  invitedBy: string | null
}

/** Returns the state of the visitor's invitation. One that cannot be checked counts as usable: the server decides. */
function useInvitationState(invitation: string | null): Invited {
  const { data, isPending, isError } = useInvitation(invitation)
  const invitedBy = data?.invitedBy ?? null
  if (invitation === null) return { state: 'none', invitedBy }
  if (isPending) return { state: 'checking', invitedBy }
  return { state: isError || data !== null ? 'usable' : 'unusable', invitedBy }
}

const messages: Record<Exclude<Invited['state'], 'usable'>, string> = {
  none: t(
    'You need an invitation to join this site. If you have an invitation link, open it to register. If not, ask someone here to invite you.',
  ),
  checking: t('Checking your invitation…'),
  unusable: t(
    'This invitation has expired, been revoked, or been used up. Ask for a new one. If you already registered with it, log in.',
  ),
}

const orList = (names: string[]): string => new Intl.ListFormat(locale(), { type: 'disjunction' }).format(names)
