import type { Changes } from '#kernel/changes.ts'
import { onWrites } from '#kernel/writes.ts'

/** Announces `content` whenever this process has written to a table whose rows pages may show. @returns a function that
 *  stops it */
export const announceContent = ({ announceSoon }: Pick<Changes, 'announceSoon'>): (() => void) =>
  onWrites((tables) => {
    if (tables.some(mayBeShown)) announceSoon('content')
  })

/** Tables that are written to often and that no cached page shows: neither their rows nor what their triggers write. All
 *  other tables are content, so that a new table never makes pages outdated. */
export const unshownTables: ReadonlySet<string> = new Set([
  'audit_log',
  'backups',
  'chat_messages',
  'chat_rooms',
  'chat_talkers',
  'draft_comments',
  'draft_links',
  'draft_schedules',
  'drafts',
  'github_deliveries',
  'identity_challenges',
  'identity_devices',
  'identity_factors',
  'identity_passkey_challenges',
  'identity_passkeys',
  'identity_recovery_codes',
  'identity_sessions',
  'identity_tokens',
  'import_runs',
  'mail_outbox',
  'mux_deliveries',
  'notification_counts',
  'notification_events',
  'notification_settings',
  'notifications',
  'policy_reports',
  'program_versions',
  'push_devices',
  'rate_limits',
  'security_event_sources',
  'settings_previews',
  'site_secrets',
])

const mayBeShown = (table: string): boolean => !unshownTables.has(table) && !table.startsWith('graphile_worker.')
