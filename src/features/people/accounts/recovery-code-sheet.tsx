import { t } from '#messages/messages.ts'
import { CopyTextButton } from '#features/writing/history/copy-text-button.tsx'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#web/save-file.ts'
import { focusOnMount } from './code-field.tsx'

interface Props {
  codes: string[]
  email: string
  onDone: () => void
}

/** New recovery codes, shown only once, with options to copy, download, or print them. */
export function RecoveryCodeSheet({ codes, email, onDone }: Props) {
  const { name: siteName } = useSite()
  const shown = codes.map(inGroups)
  const title = t('Recovery codes for {email} on {siteName}', { email, siteName })
  const text = `${title}\n${t('Each code works once.')}\n\n${shown.join('\n')}\n`
  return (
    <section className="recovery-sheet" aria-labelledby="recovery-sheet-title">
      <h3 id="recovery-sheet-title" tabIndex={-1} ref={focusOnMount} className="factor-heading">
        {t('Your recovery codes')}
      </h3>
      <p>
        {t(
          'Keep them where you can find them without your phone. You can use each code once instead of your app. They won’t be shown again.',
        )}
      </p>
      <p className="recovery-owner meta">
        {siteName} · {email}
      </p>
      <ol className="recovery-list">
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row recovery-actions">
        <CopyTextButton size="s" text={text}>
          {t('Copy')}
        </CopyTextButton>
        <Button
          size="s"
          icon="file-text"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t('Download')}
        </Button>
        <Button size="s" icon="newspaper" onClick={() => print()}>
          {t('Print')}
        </Button>
        <Button size="s" variant="primary" className="push" onClick={onDone}>
          {t('I’ve saved them')}
        </Button>
      </div>
    </section>
  )
}

const inGroups = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')
