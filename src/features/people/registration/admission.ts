import { locale, t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import type { Db } from '#kernel/db.ts'
import type { BaseContext } from '#kernel/http.ts'
import type { Joined } from '#features/people/profiles/new-profile.contract.ts'
import type { Admission, Applicant, SignUpRefusal } from '#providers/identity/admission.ts'
import { emailDomainOf } from '#schemas/email-domain.contract.ts'
import { isDisposable } from './disposable-domains.ts'
import {
  checkInvitationUse,
  findUsableInvitation,
  type InvitationState,
  joinByInvitation,
  takeInvitation,
} from './invitations.store.ts'

export interface SiteAdmission extends Admission {
  /** Records which invitation a new member has used. Call it in the transaction that creates the member. */
  joined: (db: Db, subject: string, memberId: number) => Promise<Joined>
}

/** Decides who can register, according to the site's settings. An invitation is valid in every mode except `closed`,
 *  and makes approval unnecessary. */
export function createAdmission({ siteSettings }: Pick<BaseContext, 'siteSettings'>): SiteAdmission {
  const settings = () => siteSettings.now.settings.registration

  /** @param stateOf returns the state of the applicant's invitation, and may count this as a use of it */
  async function decide(email: string, stateOf: () => Promise<InvitationState>): Promise<SignUpRefusal | null> {
    const { mode, domains } = settings()
    if (mode === 'closed') return closed()
    const invitation = await stateOf()
    if (invitation === 'usable') return null
    if (mode === 'open' || mode === 'approval') return (await isDisposable(emailDomainOf(email))) ? disposable() : null
    if (mode === 'domains' && domains.includes(emailDomainOf(email))) return null
    if (invitation === 'unusable') return unusableInvitation()
    return mode === 'domains' ? otherDomain(domains) : uninvited()
  }

  const decideFor = ({ email, invitation }: Applicant, isUsable: (token: string) => Promise<boolean>) =>
    decide(email, async () => (invitation === null ? 'none' : (await isUsable(invitation)) ? 'usable' : 'unusable'))

  return {
    isClosed: () => settings().mode === 'closed',
    check: (db, applicant) =>
      decideFor(applicant, async (token) => (await findUsableInvitation(db, token, applicant.email)) !== null),
    admit: (db, applicant, subject) =>
      decideFor(applicant, (token) => takeInvitation(db, { token, subject, email: applicant.email })),
    confirm: (db, email, subject) => decide(email, () => checkInvitationUse(db, subject)),
    async joined(db, subject, memberId) {
      const isReader = !siteSettings.now.settings.newMembersPublish
      const id = await joinByInvitation(db, subject, memberId)
      if (id === null) return { isWaiting: settings().mode === 'approval', isReader }
      await audit(db, { action: 'invitation.used', actor: memberId, subjectId: memberId, target: `invitation ${id}` })
      return { isWaiting: false, isReader }
    },
  }
}

const closed = (): SignUpRefusal => ({ code: 'signup_disabled', message: t('Registration is closed on this site.') })
const uninvited = (): SignUpRefusal => ({
  code: 'invitation_required',
  message: t('You need an invitation to register on this site. Open the invitation link that you received.'),
})
const unusableInvitation = (): SignUpRefusal => ({
  code: 'invitation_invalid',
  message: t('This invitation has expired, been revoked, or been used up. Ask for a new one.'),
})
const disposable = (): SignUpRefusal => ({
  code: 'email_domain_not_allowed',
  message: t('Disposable email addresses can’t be used here. Enter a permanent address.'),
})
const otherDomain = (domains: string[]): SignUpRefusal => ({
  code: 'email_domain_not_allowed',
  message: t('Use an email address at {domains} to register on this site.', { domains: orList(domains) }),
})

const orList = (names: string[]): string => new Intl.ListFormat(locale(), { type: 'disjunction' }).format(names)
