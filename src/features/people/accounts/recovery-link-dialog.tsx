import { CopiedValue } from '#features/live/livestreams/copied-value.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface Props {
  /** The new link, which the server cannot show again. */
  made: { username: string; link: string } | null
  onClose: () => void
}

/** Shows a password reset link, once. */
export function RecoveryLinkDialog({ made, onClose }: Props) {
  return (
    <Dialog
      isOpen={made !== null}
      onClose={onClose}
      isAlert
      title={`Password reset link for @${made?.username ?? ''}`}
      description="Copy the link now. It won’t be shown again. It works once and expires in one hour. Anyone with the link can set the password, so send it only to the member."
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
