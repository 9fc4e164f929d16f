import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { t } from '#messages/messages.ts'
import { ComposerToolbar } from '#features/writing/posts/composer-toolbar.tsx'
import { IconButton } from '#ui/button.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { keyInTextOrder } from '#ui/text-direction.ts'
import type { Command } from './markdown-commands.hooks.ts'
import { ShortcutHelp } from './shortcut-help.tsx'
import { bold, heading, italic, keysOf, link, list, type Mark, quote, useIsMac } from './shortcuts.hooks.ts'

interface Props {
  isDisabled: boolean
  onCommand: (command: Command) => void
  onImages: (files: File[]) => void
  onVideo: () => void
  onCode: () => void
  /** Rendered after the buttons. */
  children?: ReactNode
}

const marks: { icon: IconName; mark: Mark }[] = [
  { icon: 'bold', mark: bold },
  { icon: 'italic', mark: italic },
  { icon: 'heading', mark: heading },
  { icon: 'link', mark: link },
  { icon: 'quote', mark: quote },
  { icon: 'list', mark: list },
]

/** Buttons for formatting and inserting. Arrow keys move between them. Pressing one keeps focus in the text and a
 *  phone's keyboard open. */
export function ArticleToolbar({ isDisabled, onCommand, children, ...inserts }: Props) {
  const isMac = useIsMac()
  const [isHelping, setHelping] = useState(false)
  return (
    <div
      className="article-toolbar"
      role="toolbar"
      aria-label={t('Formatting')}
      tabIndex={-1}
      onKeyDown={moveFocus}
      onMouseDown={(event) => event.preventDefault()}
    >
      {marks.map(({ icon, mark }) => (
        <IconButton
          key={icon}
          icon={icon}
          label={mark.label}
          title={`${mark.label} (${keysOf(mark, isMac)})`}
          aria-disabled={isDisabled}
          onClick={() => onCommand(mark.command)}
        />
      ))}
      <span className="article-toolbar-gap" />
      <ComposerToolbar isDisabled={isDisabled} {...inserts} />
      <span className="push article-toolbar-end">
        <IconButton icon="keyboard" label={t('Keyboard shortcuts')} onClick={() => setHelping(true)} />
        {children}
      </span>
      <ShortcutHelp isOpen={isHelping} onClose={() => setHelping(false)} />
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > .button, :scope > * > .button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[keyInTextOrder(event)]
  if (at === -1 || next === undefined) return
  event.preventDefault()
  buttons.at(next % buttons.length)?.focus()
}
