import { t } from '#messages/messages.ts'
import type { auditAreas } from '#kernel/audit.contract.ts'

type SecurityAction = keyof typeof auditAreas.security.actions | 'member.signed_out'

/** What members see about their account, while administrators see the texts of the audit log. */
export const securityEventTexts: Readonly<Record<SecurityAction, () => string>> = {
  'sign_in.succeeded': () => t('Signed in'),
  'sign_in.failed': () => t('Incorrect password entered'),
  'sign_in.blocked': () => t('Sign-ins blocked after too many attempts'),
  'sign_in.code_rejected': () => t('Incorrect second-factor code entered'),
  'password.changed': () => t('Password changed'),
  'password.reset': () => t('Temporary password set'),
  'password.link_created': () => t('Password reset link created'),
  'email.changed': () => t('Email address changed'),
  'app.added': () => t('Authenticator app added'),
  'app.removed': () => t('Authenticator app removed'),
  'passkey.added': () => t('Passkey added'),
  'passkey.removed': () => t('Passkey removed'),
  'account.connected': () => t('Sign-in account connected'),
  'account.disconnected': () => t('Sign-in account disconnected'),
  'recovery_codes.created': () => t('Recovery codes created'),
  'recovery_codes.removed': () => t('Recovery codes removed'),
  'recovery_codes.used': () => t('Recovery code used'),
  'sessions.ended': () => t('Sessions on other devices ended'),
  'member.signed_out': () => t('Signed out on all devices'),
}
