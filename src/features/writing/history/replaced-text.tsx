import './edit-conflict.css'
import { Button } from '#ui/button.tsx'
import { CopyTextButton } from './copy-text-button.tsx'

interface Props {
  /** What gave way to the text in the editor. */
  text: string
  onBringBack: () => void
  onLetGo: () => void
}

/** Stands over an editor after the other text was taken: the own one is still there. */
export const TextPutAside = ({ text, onBringBack, onLetGo }: Props) => (
  <div className="put-aside">
    <output>Your own text was put aside. It is kept in this browser.</output>
    <div className="row">
      <Button size="s" icon="undo-2" onClick={onBringBack}>
        Bring it back
      </Button>
      <CopyTextButton size="s" variant="plain" text={text}>
        Copy it
      </CopyTextButton>
      <Button size="s" variant="plain" icon="trash-2" onClick={onLetGo}>
        Let it go
      </Button>
    </div>
  </div>
)
