import { CopiedValue } from '#features/livestreams/copied-value.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface Props {
  /** The link that was just made, which the server cannot show again. */
  made: { username: string; link: string } | null
  onClose: () => void
}

/** Shows a link for a new password, once. */
export function RecoveryLinkDialog({ made, onClose }: Props) {
  return (
    <Dialog
      isOpen={made !== null}
      onClose={onClose}
      isAlert
      title={`Link for @${made?.username ?? ''}`}
      description="Copy the link now: it isn’t shown again. It works once, within an hour. Anyone who opens it can set the password, so make sure it reaches the right person."
    >
      {made && <CopiedValue name="Link" value={made.link} />}
      <div className="dialog-actions">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
