import { t } from '#messages/messages.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { policyReportRoutes } from './policy-reports.routes.ts'
import { sweepPolicyReports } from './policy-reports.store.ts'

const sweep = job('policy-reports.sweep', {
  summary: () => t('Delete old Content Security Policy reports'),
  schedule: '37 3 * * *',
})

export const policyReportsFeature = feature('policy-reports', {
  routes: policyReportRoutes,
  workers: [perform(sweep, ({ db, clock }) => sweepPolicyReports(db, clock.now()))],
})
