import type { auditAreas } from '#kernel/audit.contract.ts'

type SecurityAction = keyof typeof auditAreas.Security | 'member.signed_out'

/** What members see about their account, while administrators see the texts of the audit log. */
export const securityEventTexts: Readonly<Record<SecurityAction, string>> = {
  'sign_in.succeeded': 'Signed in',
  'sign_in.failed': 'Incorrect password entered',
  'sign_in.blocked': 'Sign-ins blocked after too many attempts',
  'sign_in.code_rejected': 'Incorrect second-factor code entered',
  'password.changed': 'Password changed',
  'password.reset': 'Temporary password set',
  'password.link_created': 'Password reset link created',
  'email.changed': 'Email address changed',
  'app.added': 'Authenticator app added',
  'app.removed': 'Authenticator app removed',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'account.connected': 'Sign-in account connected',
  'account.disconnected': 'Sign-in account disconnected',
  'recovery_codes.created': 'Recovery codes created',
  'recovery_codes.removed': 'Recovery codes removed',
  'recovery_codes.used': 'Recovery code used',
  'sessions.ended': 'Sessions on other devices ended',
  'member.signed_out': 'Signed out on all devices',
}
