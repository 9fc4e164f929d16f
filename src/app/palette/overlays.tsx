import { CommandPalette } from './command-palette.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'

export type OverlayName = 'palette' | 'shortcuts'

export interface OverlaysProps {
  /** The open dialog. */
  shown: OverlayName
  onShow: (name: OverlayName | null) => void
  onSignOut: () => void
}

/** The dialogs that keyboard shortcuts open on any page. */
export function Overlays({ shown, onShow, onSignOut }: OverlaysProps) {
  const close = () => onShow(null)
  return shown === 'shortcuts' ? (
    <ShortcutSheet onClose={close} />
  ) : (
    <CommandPalette onClose={close} actions={{ showShortcuts: () => onShow('shortcuts'), signOut: onSignOut }} />
  )
}
