import { Dialog } from '#ui/dialog.tsx'
import { keysOf, shortcuts, useIsMac } from './shortcuts.hooks.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
}

/** The keyboard shortcuts of the article editor. */
export function ShortcutHelp({ isOpen, onClose }: Props) {
  const isMac = useIsMac()
  const rows = [
    ...shortcuts.map((shortcut) => [shortcut.label, keysOf(shortcut, isMac)] as const),
    ['Indent, outdent', isMac ? '⌘] ⌘[' : 'Ctrl+] Ctrl+['] as const,
    ['Leave the text', 'Tab'] as const,
  ]
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" size="s">
      <dl className="shortcut-list">
        {rows.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
