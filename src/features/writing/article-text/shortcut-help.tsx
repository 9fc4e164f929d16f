import { t } from '#messages/messages.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ShortcutList } from '#ui/shortcut-list.tsx'
import { shownShortcuts, useIsMac } from './shortcuts.hooks.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
}

/** The keyboard shortcuts of the article editor. */
export function ShortcutHelp({ isOpen, onClose }: Props) {
  const isMac = useIsMac()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Keyboard shortcuts')} size="s">
      <ShortcutList shortcuts={shownShortcuts(isMac)} />
    </Dialog>
  )
}
