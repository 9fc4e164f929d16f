import { t } from '#messages/messages.ts'
import './edit-conflict.css'
import { Button } from '#ui/button.tsx'
import { CopyTextButton } from './copy-text-button.tsx'

interface Props {
  /** The text that was replaced in the editor. */
  text: string
  onRestore: () => void
  onDiscard: () => void
}

/** A note above an editor that offers to restore the member's own text after the other version replaced it. */
export const ReplacedText = ({ text, onRestore, onDiscard }: Props) => (
  <div className="put-aside">
    <output>{t('Your text was replaced. It is still stored in this browser.')}</output>
    <div className="row">
      <Button size="s" icon="undo-2" onClick={onRestore}>
        {t('Restore it')}
      </Button>
      <CopyTextButton size="s" variant="plain" text={text}>
        {t('Copy it')}
      </CopyTextButton>
      <Button size="s" variant="plain" icon="trash-2" onClick={onDiscard}>
        {t('Discard it')}
      </Button>
    </div>
  </div>
)
