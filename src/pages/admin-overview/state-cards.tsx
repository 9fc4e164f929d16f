import { Link } from 'wouter'
import { sizeText } from '#features/admin/import-runs/size-text.contract.ts'
import { Figure, Figures } from '#features/admin/overview/figures.tsx'
import type { Overview } from '#features/admin/overview/overview.contract.ts'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { Card } from '#ui/card.tsx'
import { adminReportsAddress } from '../admin/admin-addresses.ts'
import { jobsHref } from '../admin-jobs/jobs-address.ts'

const numberText = (count: number) => count.toLocaleString('en')

export const ContentCard = ({ members, posts }: Pick<Overview, 'members' | 'posts'>) => (
  <Card title="Content">
    <Figures>
      <Figure
        label="Members"
        note={
          members.suspended > 0 && (
            <Link className="link" href={adminReportsAddress.href({ status: 'suspended' })}>
              {numberText(members.suspended)} suspended
            </Link>
          )
        }
      >
        <Link className="link" href={adminMembersAddress.href()}>
          {numberText(members.total)}
        </Link>
      </Figure>
      <Figure label="Short posts">{numberText(posts.short)}</Figure>
      <Figure label="Articles">{numberText(posts.articles)}</Figure>
    </Figures>
  </Card>
)

export const JobsCard = ({ jobs }: Pick<Overview, 'jobs'>) => (
  <Card title="Background jobs">
    <Figures>
      {(['waiting', 'running', 'retrying', 'failed'] as const).map((state) => (
        <Figure key={state} label={state[0]!.toUpperCase() + state.slice(1)}>
          <Link className="link" href={jobsHref({ state, task: undefined })}>
            {numberText(jobs[state])}
          </Link>
        </Figure>
      ))}
      <Figure label="Longest wait">{durationText(jobs.longestWaitSeconds)}</Figure>
    </Figures>
  </Card>
)

export const StorageCard = ({ storage: { pictures, recordings, database, disk } }: Pick<Overview, 'storage'>) => (
  <Card title="Storage">
    <Figures>
      <Figure label="Pictures">{sizeText(pictures)}</Figure>
      <Figure label="Recordings">{sizeText(recordings)}</Figure>
      <Figure label="Database">{sizeText(database)}</Figure>
      <Figure label="Free disk space" note={`of ${sizeText(disk.total)}`}>
        {sizeText(disk.free)}
      </Figure>
    </Figures>
  </Card>
)

export const VersionsCard = ({ versions: { program, node, postgres, schema } }: Pick<Overview, 'versions'>) => (
  <Card title="Versions">
    <Figures>
      <Figure label="Devstead">{program}</Figure>
      <Figure label="Node.js">{node}</Figure>
      <Figure label="PostgreSQL">{postgres}</Figure>
      <Figure label="Schema">{schema}</Figure>
    </Figures>
  </Card>
)

/** Returns '3 minutes', or 'None' for less than a second. */
function durationText(seconds: number): string {
  if (seconds < 1) return 'None'
  const [size, unit] = seconds >= 3600 ? [3600, 'hour'] : seconds >= 60 ? [60, 'minute'] : [1, 'second']
  return Math.floor(seconds / size).toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' })
}
