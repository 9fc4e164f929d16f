import { t } from '#messages/messages.ts'
import type { BackupAttempt, LastBackups } from '#features/admin/backups/backups.contract.ts'
import { sizeText } from '#features/admin/import-runs/size-text.contract.ts'
import { Figure, Figures } from '#features/admin/overview/figures.tsx'
import { Card } from '#ui/card.tsx'
import { Time } from '#ui/time.tsx'

/** When the site was last backed up, and when a backup was last verified. */
export function BackupsCard({ backups: { isNightly, backups, lastVerified } }: { backups: LastBackups }) {
  const last = backups.find(({ backupId }) => backupId !== null)
  return (
    <Card title={t('Backups')}>
      <Figures>
        <Figure label={t('Every night')}>{isNightly ? t('On') : t('Off')}</Figure>
        <Figure label={t('Last backup')} note={last?.bytes != null && sizeText(last.bytes)}>
          <When backup={last} />
        </Figure>
        <Figure label={t('Last verified backup')} note={lastVerified?.backupId}>
          <When backup={lastVerified} />
        </Figure>
        {backups[0]?.error && (
          <Figure label={t('Last attempt')} note={backups[0].error}>
            {t('Failed')}
          </Figure>
        )}
      </Figures>
    </Card>
  )
}

const When = ({ backup }: { backup: BackupAttempt | null | undefined }) =>
  backup ? <Time iso={backup.startedAt} /> : t('None yet')
