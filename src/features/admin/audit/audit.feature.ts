import { t } from '#messages/messages.ts'
import { anonymizeAuditLog, sweepAuditLog } from '#kernel/audit.store.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { AuditEntry } from './audit.contract.ts'
import { auditRoutes } from './audit.routes.ts'

const dayMs = 86_400_000

const sweep = job('audit.sweep', { summary: () => t('Delete old audit log entries'), schedule: '41 3 * * *' })

export const auditFeature = feature('audit', {
  routes: auditRoutes,
  workers: [
    perform(sweep, ({ db, clock, auditLog }) => sweepAuditLog(db, new Date(clock.now() - auditLog.days * dayMs))),
  ],
  schemas: { AuditEntry },
  accountDeletion: ({ db }, { memberId }) => anonymizeAuditLog(db, memberId),
  notInArchive: { audit_log: 'is the administrators’ record of actions' },
})
