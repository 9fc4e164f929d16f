/** What the audit log records, by area, with the text that administrators see. */
export const auditAreas = {
  Accounts: {
    'member.joined': 'Joined the site',
    'registration.approved': 'Approved a new member',
    'registration.declined': 'Declined a new member',
    'invitation.created': 'Created an invitation link',
    'invitation.used': 'Used an invitation link',
    'invitation.revoked': 'Revoked an invitation link',
    'member.renamed': 'Changed a username',
    'member.deleted': 'Deleted an account',
    'archive.requested': 'Requested an archive of their data',
    'import.started': 'Started an import',
    'import.finished': 'Finished an import',
  },
  'Roles and suspensions': {
    'role.admin_granted': 'Granted the administrator role',
    'role.admin_revoked': 'Revoked the administrator role',
    'role.ownership_granted': 'Made a member the owner',
    'role.ownership_lost': 'Replaced a member as the owner',
    'member.suspended': 'Suspended a member',
    'member.reinstated': 'Lifted a suspension',
    'member.signed_out': 'Signed a member out on all devices',
  },
  Security: {
    'sign_in.succeeded': 'Signed in',
    'sign_in.failed': 'Entered an incorrect password',
    'sign_in.blocked': 'Blocked from signing in after too many attempts',
    'sign_in.code_rejected': 'Entered an incorrect second-factor code',
    'password.changed': 'Changed the password',
    'password.reset': 'Set a temporary password',
    'password.link_created': 'Created a password reset link',
    'email.changed': 'Changed the email address',
    'app.added': 'Added an authenticator app',
    'app.removed': 'Removed an authenticator app',
    'passkey.added': 'Added a passkey',
    'passkey.removed': 'Removed a passkey',
    'recovery_codes.created': 'Created recovery codes',
    'recovery_codes.removed': 'Removed the recovery codes',
    'recovery_codes.used': 'Used a recovery code',
    'sessions.ended': 'Ended other sessions',
  },
  Moderation: {
    'comment.approved': 'Approved a comment',
    'comment.pending': 'Held a comment for review',
    'comment.spam': 'Marked a comment as spam',
    'comment.deleted': 'Deleted a comment',
    'webmention.approved': 'Approved a webmention',
    'webmention.pending': 'Held a webmention for review',
    'webmention.spam': 'Marked a webmention as spam',
    'webmention.deleted': 'Deleted a webmention',
    'author.blocked': 'Blocked an author',
    'author.unblocked': 'Unblocked an author',
    'post.edited': 'Edited someone else’s post',
    'post.deleted': 'Deleted someone else’s post',
    'chat_message.deleted': 'Deleted someone else’s chat message',
    'chat_author.banned': 'Banned an author from chats',
    'chat_author.unbanned': 'Lifted a chat ban',
    'report.closed': 'Closed the reports on a post',
    'report.open': 'Reopened the reports on a post',
  },
  Site: {
    'settings.changed': 'Changed the site’s settings',
    'registration.changed': 'Changed who can register',
    'page.created': 'Added a page',
    'page.changed': 'Changed a page',
    'page.deleted': 'Deleted a page',
    'page.reordered': 'Reordered the navigation',
    'tag.renamed': 'Renamed or merged a tag',
    'redirect.created': 'Added redirects',
    'redirect.changed': 'Changed a redirect',
    'redirect.deleted': 'Deleted a redirect',
    'job.retried': 'Retried jobs',
    'job.deleted': 'Deleted a job',
    'policy_reports.deleted': 'Deleted the security policy reports',
    'secrets.rotated': 'Replaced the site’s secrets',
    'backup.restored': 'Restored a backup',
  },
} as const

type Areas = typeof auditAreas
type KeysOf<Area> = Area extends unknown ? keyof Area : never
export type AuditAction = KeysOf<Areas[keyof Areas]>

const texts = new Map<string, string>(Object.values(auditAreas).flatMap((actions) => Object.entries(actions)))

/** Returns the text for an action, or its name if a newer version of the site recorded it. */
export const auditText = (action: string): string => texts.get(action) ?? action
