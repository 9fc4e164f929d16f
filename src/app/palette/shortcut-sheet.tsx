import { t } from '#messages/messages.ts'
import './shortcut-sheet.css'
import { queueShortcuts } from '#features/conversation/moderation-queue/queue-keys.hooks.ts'
import { playerShortcuts } from '#features/live/player/player-keys.hooks.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import { shownShortcuts, useIsMac } from '#features/writing/article-text/shortcuts.hooks.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Switch } from '#ui/field.tsx'
import { ShortcutList, type ShownShortcut } from '#ui/shortcut-list.tsx'
import { singleKeysOffKey } from '#web/single-keys.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { useStoredText } from '#web/use-stored-text.ts'

/** All of the site's keyboard shortcuts, by where they work, and the switch for those without Ctrl or Cmd. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isSignedIn, hasFeed] = [useSignedIn(), useIsOn('feed')]
  const sections = sectionsFor({ isMac: useIsMac(), isSignedIn, hasComposer: isSignedIn && hasFeed })
  const { text, store, remove } = useStoredText(singleKeysOffKey)
  return (
    <Dialog isOpen onClose={onClose} title={t('Keyboard shortcuts')} size="l">
      <Switch
        label={t('Shortcuts without Ctrl or Cmd')}
        hint={t(
          'Turn them off if speech input triggers them. The video player’s shortcuts work only while it has focus.',
        )}
        checked={text === null}
        onChange={(isOn) => (isOn ? remove() : store('true'))}
      />
      <div className="shortcut-sheet">
        {sections.map(([where, shortcuts]) => (
          <section key={where} aria-label={where}>
            <h3 className="overline">{where}</h3>
            <ShortcutList shortcuts={shortcuts} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}

type Section = readonly [where: string, shortcuts: readonly ShownShortcut[]]

interface ShortcutContext {
  isMac: boolean
  isSignedIn: boolean
  hasComposer: boolean
}

function sectionsFor({ isMac, isSignedIn, hasComposer }: ShortcutContext): Section[] {
  const mod = isMac ? '⌘' : t('Ctrl+')
  const forMembers: Section[] = [
    ...(hasComposer ? ([[t('Composer'), [[t('Publish'), `${mod}Enter`]]]] as const) : []),
    [t('Moderation queue'), queueShortcuts],
    [t('Article editor'), shownShortcuts(isMac)],
  ]
  return [
    [
      t('Everywhere'),
      [
        [t('Open the command palette'), `${mod}K`],
        [t('Search'), '/'],
        [t('Keyboard shortcuts'), '?'],
      ],
    ],
    [
      t('Lists of posts'),
      [
        [t('Next post'), 'J'],
        [t('Previous post'), 'K'],
        [t('Like or unlike the post'), 'L'],
        [t('Open the post'), 'O'],
        ...(hasComposer ? ([[t('Write a post'), 'N']] as const) : []),
      ],
    ],
    ...(isSignedIn ? forMembers : []),
    [t('Video player'), playerShortcuts],
  ]
}
