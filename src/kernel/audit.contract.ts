import { t } from '#messages/messages.ts'

/** Audited actions by area, in display order, with the labels that administrators see. */
export const auditAreas = {
  accounts: {
    label: () => t('Accounts'),
    actions: {
      'member.joined': () => t('Joined the site'),
      'registration.approved': () => t('Approved a new member'),
      'registration.declined': () => t('Declined a new member'),
      'invitation.created': () => t('Created an invitation link'),
      'invitation.used': () => t('Used an invitation link'),
      'invitation.revoked': () => t('Revoked an invitation link'),
      'member.renamed': () => t('Changed a username'),
      'member.deleted': () => t('Deleted an account'),
      'archive.requested': () => t('Requested an archive of their data'),
      'import.started': () => t('Started an import'),
      'import.finished': () => t('Finished an import'),
    },
  },
  roles: {
    label: () => t('Roles and suspensions'),
    actions: {
      'role.admin_granted': () => t('Granted the administrator role'),
      'role.admin_revoked': () => t('Revoked the administrator role'),
      'role.moderator_granted': () => t('Made a member a moderator'),
      'role.moderator_revoked': () => t('Revoked the moderator role'),
      'role.ownership_granted': () => t('Made a member the owner'),
      'role.publishing_granted': () => t('Allowed a member to publish'),
      'role.publishing_revoked': () => t('Made a member a reader'),
      'role.ownership_lost': () => t('Replaced a member as the owner'),
      'member.suspended': () => t('Suspended a member'),
      'member.reinstated': () => t('Lifted a suspension'),
      'member.signed_out': () => t('Signed a member out on all devices'),
    },
  },
  security: {
    label: () => t('Security'),
    actions: {
      'sign_in.succeeded': () => t('Signed in'),
      'sign_in.failed': () => t('Entered an incorrect password'),
      'sign_in.blocked': () => t('Blocked from signing in after too many attempts'),
      'sign_in.code_rejected': () => t('Entered an incorrect second-factor code'),
      'password.changed': () => t('Changed the password'),
      'password.reset': () => t('Set a temporary password'),
      'password.link_created': () => t('Created a password reset link'),
      'email.changed': () => t('Changed the email address'),
      'app.added': () => t('Added an authenticator app'),
      'app.removed': () => t('Removed an authenticator app'),
      'passkey.added': () => t('Added a passkey'),
      'passkey.removed': () => t('Removed a passkey'),
      'account.connected': () => t('Connected an account for signing in'),
      'account.disconnected': () => t('Disconnected an account for signing in'),
      'recovery_codes.created': () => t('Created recovery codes'),
      'recovery_codes.removed': () => t('Removed the recovery codes'),
      'recovery_codes.used': () => t('Used a recovery code'),
      'sessions.ended': () => t('Ended other sessions'),
    },
  },
  moderation: {
    label: () => t('Moderation'),
    actions: {
      'comment.approved': () => t('Approved a comment'),
      'comment.pending': () => t('Held a comment for review'),
      'comment.spam': () => t('Marked a comment as spam'),
      'comment.deleted': () => t('Deleted a comment'),
      'webmention.approved': () => t('Approved a webmention'),
      'webmention.pending': () => t('Held a webmention for review'),
      'webmention.spam': () => t('Marked a webmention as spam'),
      'webmention.deleted': () => t('Deleted a webmention'),
      'author.blocked': () => t('Blocked an author'),
      'author.unblocked': () => t('Unblocked an author'),
      'post.edited': () => t('Edited someone else’s post'),
      'post.deleted': () => t('Deleted someone else’s post'),
      'chat_message.deleted': () => t('Deleted someone else’s chat message'),
      'chat_author.banned': () => t('Banned an author from chats'),
      'chat_author.unbanned': () => t('Lifted a chat ban'),
      'report.closed': () => t('Closed the reports on a post'),
      'report.open': () => t('Reopened the reports on a post'),
    },
  },
  site: {
    label: () => t('Site'),
    actions: {
      'settings.changed': () => t('Changed the site’s settings'),
      'registration.changed': () => t('Changed who can register'),
      'page.created': () => t('Added a page'),
      'page.changed': () => t('Changed a page'),
      'page.deleted': () => t('Deleted a page'),
      'page.reordered': () => t('Reordered the navigation'),
      'tag.renamed': () => t('Renamed or merged a tag'),
      'redirect.created': () => t('Added redirects'),
      'redirect.changed': () => t('Changed a redirect'),
      'redirect.deleted': () => t('Deleted a redirect'),
      'job.retried': () => t('Retried jobs'),
      'job.deleted': () => t('Deleted a job'),
      'policy_reports.deleted': () => t('Deleted the security policy reports'),
      'secrets.rotated': () => t('Replaced the site’s secrets'),
      'backup.restored': () => t('Restored a backup'),
    },
  },
} as const

type Area = (typeof auditAreas)[keyof typeof auditAreas]
type KeysOf<Actions> = Actions extends unknown ? keyof Actions : never
export type AuditAction = KeysOf<Area['actions']>

const texts = new Map<string, () => string>(Object.values(auditAreas).flatMap(({ actions }) => Object.entries(actions)))

/** Returns the text for an action, or its name if a newer version of the site recorded it. */
export const auditText = (action: string): string => texts.get(action)?.() ?? action
