import { t } from '#messages/messages.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { approvalRoutes } from './approvals.routes.ts'
import { decisionWorker } from './decision-mail.ts'
import { Invitation } from './invitations.contract.ts'
import { anonymizeInvitations, sweepInvitationUses } from './invitations.store.ts'
import { registrationArchive } from './registration-archive.store.ts'
import { registrationRoutes } from './registration.routes.ts'

const sweep = job('invitations.sweep', {
  summary: () => t('Delete invitation uses by accounts that were never confirmed'),
  schedule: '27 * * * *',
})

/** Who can register: invitation links and approvals by administrators. The modes are in the site's settings. */
export const registrationFeature = feature('registration', {
  routes: [...registrationRoutes, ...approvalRoutes],
  schemas: { Invitation },
  workers: [decisionWorker, perform(sweep, ({ db }) => sweepInvitationUses(db))],
  accountDeletion: ({ db }, { memberId }) => anonymizeInvitations(db, memberId),
  archive: registrationArchive,
})
