import './edit-conflict.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import { TabList, TabPanel } from '#ui/tabs.tsx'
import { Time } from '#ui/time.tsx'
import { CopyTextButton } from './copy-text-button.tsx'
import { useTextChange } from './text-change.hooks.ts'
import { TextChanges } from './text-change.tsx'

export interface ConflictText {
  title: string | null
  content: string
}

export interface EditConflictProps {
  /** The text in the editor. */
  mine: ConflictText
  /** The version saved in the meantime. `editor`: who saved it, if known and not the reader. */
  theirs: ConflictText & { updatedAt: string; editor?: { displayName: string } | null }
  /** A post keeps replaced versions in its edit history; drafts and pages do not. */
  what: 'post' | 'draft' | 'page'
  /** Saves `mine` over `theirs`. */
  onKeepMine: () => void
  /** Continues with `theirs`. The caller stores `mine`: see {@link ReplacedText}. */
  onTakeTheirs: () => void
  /** True while saving. */
  busy?: boolean
}

const views = [
  { id: 'differences', label: t('Differences') },
  { id: 'both', label: t('Both texts') },
] as const

/** Shows both versions of an edit conflict and lets the author choose one. */
export function EditConflict(props: EditConflictProps) {
  const { mine, theirs, what, busy = false } = props
  const id = useId()
  const [view, setView] = useState<'differences' | 'both'>('differences')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const words = wordsFor[what]
  const time = <Time iso={theirs.updatedAt} as="exact" />

  return (
    <section className="card conflict" aria-labelledby={`${id}-title`}>
      <header className="conflict-head">
        <h2 className="card-title" id={`${id}-title`} ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <p>
          {theirs.editor
            ? rich('{name} saved another version ({time}). Yours is not saved yet. Choose one.', {
                name: <bdi>{theirs.editor.displayName}</bdi>,
                time,
              })
            : rich(
                'Another version was saved elsewhere, for example in another window ({time}). Yours is not saved yet. Choose one.',
                { time },
              )}
        </p>
      </header>
      <div>
        <TabList id={id} label={t('How to compare')} tabs={views} selected={view} onSelect={setView} />
        <TabPanel id={id} tab={view}>
          {view === 'differences' ? <Differences mine={mine} theirs={theirs} /> : <Both mine={mine} theirs={theirs} />}
        </TabPanel>
      </div>
      <ul className="conflict-choices">
        <Choice effect={words.keep}>
          <Button variant="primary" busy={busy} onClick={props.onKeepMine}>
            {t('Keep my text')}
          </Button>
        </Choice>
        <Choice effect={t('Shows the other version in the editor. You can restore yours.')}>
          <Button aria-disabled={busy} onClick={props.onTakeTheirs}>
            {t('Use the other text')}
          </Button>
        </Choice>
        <Choice effect={t('To merge the two, continue in the editor, then keep your text.')}>
          <CopyTextButton variant="plain" text={withTitle(mine)}>
            {t('Copy my text')}
          </CopyTextButton>
        </Choice>
      </ul>
    </section>
  )
}

const wordsFor = {
  post: {
    title: t('This post has been changed in the meantime'),
    keep: t('Saves it as the newest version. The other one stays in the edit history.'),
  },
  draft: {
    title: t('This draft has been changed in the meantime'),
    keep: t('Replaces the other version, which can’t be restored.'),
  },
  page: {
    title: t('This page has been changed in the meantime'),
    keep: t('Replaces the other version, which can’t be restored.'),
  },
} as const

const Choice = ({ effect, children }: { effect: string; children: ReactNode }) => (
  <li className="conflict-choice">
    {children}
    <span className="conflict-effect">{effect}</span>
  </li>
)

type Texts = Pick<EditConflictProps, 'mine' | 'theirs'>

const Differences = ({ mine, theirs }: Texts) => {
  const change = useTextChange(withTitle(theirs), withTitle(mine))
  if (change === undefined) return <p className="meta">{t('Comparing…')}</p>
  if (change === null) return <p>{t('The two versions are identical.')}</p>
  if (change.isWhole) return <Both mine={mine} theirs={theirs} />
  return (
    <>
      <p className="conflict-legend meta">
        {rich(
          '<ins>Underlined</ins> text is only in your version; <del>struck-through</del> text is only in the other one.',
          { ins: (text) => <ins>{text}</ins>, del: (text) => <del>{text}</del> },
        )}
      </p>
      <div className="conflict-text">
        <TextChanges parts={change.parts} />
      </div>
    </>
  )
}

const Both = ({ mine, theirs }: Texts) => (
  <div className="conflict-both">
    <Side heading={t('The other text')} text={withTitle(theirs)} />
    <Side heading={t('My text')} text={withTitle(mine)} />
  </div>
)

const Side = ({ heading, text }: { heading: string; text: string }) => (
  <label className="conflict-side">
    <span className="overline">{heading}</span>
    <textarea className="conflict-text conflict-source" dir="auto" readOnly value={text} />
  </label>
)

/** Returns the title and text as a single Markdown string. */
const withTitle = ({ title, content }: ConflictText): string => (title ? `# ${title}\n\n${content}` : content)
