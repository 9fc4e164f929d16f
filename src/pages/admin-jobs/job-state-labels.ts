import type { JobState } from '#features/admin/jobs/jobs.contract.ts'
import { t } from '#messages/messages.ts'

export const jobStateLabels: Record<JobState, () => string> = {
  failed: () => t('Failed (context: jobs)'),
  retrying: () => t('Retrying'),
  running: () => t('Running'),
  waiting: () => t('Waiting'),
}
