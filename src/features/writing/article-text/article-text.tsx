import './article-text.css'
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { t } from '#messages/messages.ts'
import { useInsertions } from '#features/writing/posts/composer-insertions.tsx'
import { insert } from '#features/writing/posts/markdown-snippets.hooks.ts'
import { useImageUpload } from '#features/writing/posts/composer.hooks.ts'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { TabList } from '#ui/tabs.tsx'
import { readStored, writeStored } from '#web/storage.ts'
import { ArticleCounts } from './article-counts.tsx'
import { ArticleField } from './article-field.tsx'
import { ArticlePreview } from './article-preview.tsx'
import { ArticleToolbar } from './article-toolbar.tsx'
import type { Command } from './markdown-commands.hooks.ts'
import { shortcutOf, useIsMac } from './shortcuts.hooks.ts'
import { useScrollSync } from './scroll-sync.hooks.ts'
import type { MarkdownEditor, TextField } from './text-field.hooks.ts'
import { useTransfers } from './paste-and-drop.tsx'
import { withoutUploads } from './upload-placeholders.hooks.ts'
import { useIsWide } from './is-wide.hooks.ts'

interface ArticleTextProps {
  /** The title, for the preview. */
  title: string
  /** The Markdown. A value that did not come from `onChange` replaces the text (Ctrl+Z undoes it). */
  content: string
  /** Whether hashtags become links, as in articles (the default). */
  hasHashtags?: boolean
  /** The error message for the content. */
  fault: string | undefined
  /** True while publishing. */
  isReadOnly: boolean
  /** Called when uploads start and end. Publishing waits for them. */
  onUploading: (isUploading: boolean) => void
  onChange: (content: string) => void
  /** Called on Ctrl or Cmd + S. */
  onSave: () => void
  /** Called on Ctrl or Cmd + Enter. */
  onSubmit: () => void
  /** Lets the form focus the first invalid field. */
  ref?: Ref<{ focus: () => void }>
}

const tabs = [
  { id: 'write', label: t('Write') },
  { id: 'preview', label: t('Preview') },
] as const

/** The local storage key for whether the preview is shown next to the text. */
const besideKey = 'article-preview'

/** An article's text and its preview: side by side on wide screens, otherwise in tabs. */
export function ArticleText(props: ArticleTextProps) {
  const { title, content, hasHashtags = true, fault, isReadOnly, onUploading, onChange, onSave, onSubmit, ref } = props
  const id = useId()
  const isMac = useIsMac()
  const frame = useRef<HTMLDivElement>(null)
  const beside = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLParagraphElement>(null)
  const field = useRef<TextField>(null)
  const isWide = useIsWide(frame)
  const [tab, setTab] = useState<'write' | 'preview'>('write')
  const [isBeside, setBeside] = useState(() => readStored(besideKey) !== 'no')
  const [editor, setEditor] = useState<MarkdownEditor | null>(null)
  const images = useImageUpload()
  const transfers = useTransfers({ field, images, isReadOnly })
  const insertions = useInsertions({
    images,
    insert: (markdown) => run((before) => insert(before, markdown, { isBlock: true })),
    onCancel: () => field.current?.focus(),
  })
  const showsText = isWide || tab === 'write'
  const showsPreview = isWide ? isBeside : tab === 'preview'
  const follow = useScrollSync({ editor, preview: beside, isOn: isWide && isBeside })

  const clean = useEffectEvent(() => {
    const text = withoutUploads(content)
    if (text !== content) onChange(text)
  })
  useEffect(() => clean(), [])
  const tellUploading = useEffectEvent(onUploading)
  useEffect(() => {
    tellUploading(images.isUploading)
  }, [images.isUploading])
  useEffect(() => {
    const isHere = fault !== undefined && frame.current?.contains(document.activeElement)
    if (isHere) words.current?.scrollIntoView({ block: 'nearest' })
  }, [fault])
  useImperativeHandle(ref, () => ({
    focus() {
      flushSync(() => setTab('write'))
      field.current?.focus()
    },
  }))

  function run(command: Command) {
    const before = field.current?.read()
    if (before && !isReadOnly) field.current?.write(command(before))
  }
  function onKeyDownCapture(event: KeyboardEvent) {
    const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
    const shortcut = isInDialog ? null : shortcutOf(event, isMac)
    if (!shortcut) return
    event.preventDefault()
    event.stopPropagation()
    if (shortcut.action === 'mark') {
      if (showsText) run(shortcut.command)
    } else if (!event.repeat) (shortcut.action === 'save' ? onSave : onSubmit)()
  }
  const panel = (name: 'write' | 'preview') =>
    isWide
      ? {
          role: 'region',
          tabIndex: name === 'preview' ? 0 : undefined,
          'aria-label': name === 'write' ? t('Text') : t('Preview'),
        }
      : { role: 'tabpanel', id: `${id}-panel-${name}`, 'aria-labelledby': `${id}-tab-${name}` }

  return (
    <div
      className="article-text"
      ref={frame}
      data-beside={(isWide && isBeside) || undefined}
      data-faulty={fault !== undefined || undefined}
      onKeyDownCapture={onKeyDownCapture}
    >
      {!isWide && <TabList id={id} label={t('Write or preview')} tabs={tabs} selected={tab} onSelect={setTab} />}
      {showsText && (
        <ArticleToolbar
          isDisabled={isReadOnly}
          onCommand={run}
          onImages={(files) => void insertions.addImages(files, 'picked')}
          onVideo={() => insertions.ask({ about: 'video' })}
          onCode={() => insertions.ask({ about: 'code' })}
        >
          {isWide && (
            <IconButton
              icon="columns-2"
              label={isBeside ? t('Hide the preview') : t('Show the preview')}
              onClick={() => {
                setBeside(!isBeside)
                writeStored(besideKey, isBeside ? 'no' : 'yes')
              }}
            />
          )}
        </ArticleToolbar>
      )}
      <div className="article-panes">
        <div className="article-write" {...panel('write')} hidden={!showsText} {...transfers}>
          <ArticleField
            ref={field}
            content={content}
            fault={fault}
            faultId={`${id}-fault`}
            isReadOnly={isReadOnly}
            onChange={onChange}
            onEditor={setEditor}
            onLayout={follow}
          />
        </div>
        <div className="article-beside" ref={beside} {...panel('preview')} hidden={!showsPreview}>
          <ArticlePreview
            title={title}
            content={content}
            isShown={showsPreview}
            hasHashtags={hasHashtags}
            onLayout={follow}
          />
        </div>
      </div>
      <ArticleCounts content={content} isUploading={images.isUploading} />
      <p ref={words} className="field-error article-fault" id={`${id}-fault`} role="alert" hidden={!fault}>
        <Icon name="circle-alert" />
        {fault}
      </p>
      {insertions.dialog}
    </div>
  )
}
