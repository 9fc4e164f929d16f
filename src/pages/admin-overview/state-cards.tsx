import { Link } from 'wouter'
import { locale, t } from '#messages/messages.ts'
import { sizeText } from '#features/admin/import-runs/size-text.contract.ts'
import { Figure, Figures } from '#features/admin/overview/figures.tsx'
import type { Overview } from '#features/admin/overview/overview.contract.ts'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { Card } from '#ui/card.tsx'
import { adminReportsAddress } from '../admin/admin-addresses.ts'
import { jobStateLabels } from '../admin-jobs/job-state-labels.ts'
import { jobsHref } from '../admin-jobs/jobs-address.ts'

const numberText = (count: number) => count.toLocaleString(locale())

export const ContentCard = ({ members, posts }: Pick<Overview, 'members' | 'posts'>) => (
  <Card title={t('Content')}>
    <Figures>
      <Figure
        label={t('Members')}
        note={
          members.suspended > 0 && (
            <Link className="link" href={adminReportsAddress.href({ status: 'suspended' })}>
              {t('{count, plural, other {# suspended}}', { count: members.suspended })}
            </Link>
          )
        }
      >
        <Link className="link" href={adminMembersAddress.href()}>
          {numberText(members.total)}
        </Link>
      </Figure>
      <Figure label={t('Short posts')}>{numberText(posts.short)}</Figure>
      <Figure label={t('Articles')}>{numberText(posts.articles)}</Figure>
    </Figures>
  </Card>
)

export const JobsCard = ({ jobs }: Pick<Overview, 'jobs'>) => (
  <Card title={t('Background jobs')}>
    <Figures>
      {(['waiting', 'running', 'retrying', 'failed'] as const).map((state) => (
        <Figure key={state} label={jobStateLabels[state]()}>
          <Link className="link" href={jobsHref({ state, task: undefined })}>
            {numberText(jobs[state])}
          </Link>
        </Figure>
      ))}
      <Figure label={t('Longest wait')}>{durationText(jobs.longestWaitSeconds)}</Figure>
    </Figures>
  </Card>
)

export const StorageCard = ({ storage: { pictures, recordings, database, disk } }: Pick<Overview, 'storage'>) => (
  <Card title={t('Storage')}>
    <Figures>
      <Figure label={t('Pictures')}>{sizeText(pictures)}</Figure>
      <Figure label={t('Recordings')}>{sizeText(recordings)}</Figure>
      <Figure label={t('Database')}>{sizeText(database)}</Figure>
      <Figure label={t('Free disk space')} note={t('of {size}', { size: sizeText(disk.total) })}>
        {sizeText(disk.free)}
      </Figure>
    </Figures>
  </Card>
)

export const VersionsCard = ({ versions: { program, node, postgres, schema } }: Pick<Overview, 'versions'>) => (
  <Card title={t('Versions')}>
    <Figures>
      <Figure label="Devstead">{program}</Figure>
      <Figure label="Node.js">{node}</Figure>
      <Figure label="PostgreSQL">{postgres}</Figure>
      <Figure label={t('Schema')}>{schema}</Figure>
    </Figures>
  </Card>
)

/** Returns '3 minutes', or 'None' for less than a second. */
function durationText(seconds: number): string {
  if (seconds < 1) return t('None')
  const [size, unit] = seconds >= 3600 ? [3600, 'hour'] : seconds >= 60 ? [60, 'minute'] : [1, 'second']
  return Math.floor(seconds / size).toLocaleString(locale(), { style: 'unit', unit, unitDisplay: 'long' })
}
