import type { ReactNode } from 'react'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { useInvitation } from './invitations.hooks.ts'

interface Props {
  /** The secret of the invitation link that the visitor opened. */
  invitation: string | null
  /** The registration form. */
  children: ReactNode
}

/** Says who can register, and shows the form to those who can. The server enforces the rules. */
export function RegistrationRules({ invitation, children }: Props) {
  const { isRegistrationOpen, registration } = useSite()
  const { data: invited, isPending, isError } = useInvitation(invitation)
  if (!isRegistrationOpen)
    return <p>Registration is closed on this site. If you have an account, you can still log in.</p>
  if (invitation !== null && isPending) return <output>Checking your invitation…</output>
  const isUsable = invitation !== null && (isError || invited !== null)
  if (registration?.mode === 'invitation' && !isUsable) {
    return <output>{invitation === null ? uninvited : unusable}</output>
  }
  return (
    <>
      {isUsable && (
        <p>{invited?.invitedBy ? `${invited.invitedBy} invited you to join.` : 'You’ve been invited to join.'}</p>
      )}
      {invitation !== null && !isUsable && <output>{unusable}</output>}
      {!isUsable && registration?.mode === 'approval' && (
        <p>An administrator approves each new account. You can use yours once it has been approved.</p>
      )}
      {!isUsable && registration?.mode === 'domains' && (
        <p>Only people with an email address at {orList(registration.domains ?? [])} can register.</p>
      )}
      {children}
    </>
  )
}

const uninvited =
  'You need an invitation to join this site. If you have an invitation link, open it to register. If not, ask someone here to invite you.'
const unusable =
  'This invitation has expired, been revoked, or been used up. Ask for a new one. If you already registered with it, log in.'

const orList = (names: string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
