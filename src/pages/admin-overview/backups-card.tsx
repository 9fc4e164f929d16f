import type { BackupAttempt, LastBackups } from '#features/admin/backups/backups.contract.ts'
import { sizeText } from '#features/admin/import-runs/size-text.contract.ts'
import { Figure, Figures } from '#features/admin/overview/figures.tsx'
import { Card } from '#ui/card.tsx'
import { Time } from '#ui/time.tsx'

/** When the site was last backed up, and when a backup was last verified. */
export function BackupsCard({ backups: { isNightly, backups, lastVerified } }: { backups: LastBackups }) {
  const last = backups.find(({ backupId }) => backupId !== null)
  return (
    <Card title="Backups">
      <Figures>
        <Figure label="Every night">{isNightly ? 'On' : 'Off'}</Figure>
        <Figure label="Last backup" note={last?.bytes != null && sizeText(last.bytes)}>
          <When backup={last} />
        </Figure>
        <Figure label="Last verified backup" note={lastVerified?.backupId}>
          <When backup={lastVerified} />
        </Figure>
        {backups[0]?.error && (
          <Figure label="Last attempt" note={backups[0].error}>
            Failed
          </Figure>
        )}
      </Figures>
    </Card>
  )
}

const When = ({ backup }: { backup: BackupAttempt | null | undefined }) =>
  backup ? <Time iso={backup.startedAt} /> : 'None yet'
