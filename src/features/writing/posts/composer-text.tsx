import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
} from 'react'
import { t } from '#messages/messages.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { notAnImage } from '#features/writing/uploads/uploads.contract.ts'
import { imagesIn } from '#features/writing/uploads/uploads.hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { showUploadFailure, useInsertions } from './composer-insertions.tsx'
import { ComposerToolbar } from './composer-toolbar.tsx'
import { grow, type ImageUpload, useInserting } from './composer.hooks.ts'
import { composerPrompt } from './composer-outline.tsx'
import { LengthLeft } from './length-left.tsx'

interface Props {
  ref: RefObject<HTMLTextAreaElement | null>
  /** The tab panel. Hiding it keeps the text, the caret, and the undo history. */
  panel: { id: string; tab: string; isHidden: boolean }
  content: string
  fault: string | undefined
  images: ImageUpload
  /** Returns pictures to add at the end of the text when the composer opens. */
  consumePictures: () => File[]
  /** True while publishing, so that nothing typed in the meantime is lost. */
  isReadOnly: boolean
  onFocus: () => void
  onChange: (part: { content: string }) => void
  /** Called on Ctrl or Cmd + Enter. */
  onSubmit: () => void
}

/** The text field. Pictures can be pasted, dropped, or picked. They are uploaded and described one at a time. */
export function ComposerText({
  ref,
  panel,
  content,
  fault,
  images,
  consumePictures,
  isReadOnly,
  onFocus,
  onChange,
  onSubmit,
}: Props) {
  const id = useId()
  const viewer = useViewer()
  const { insert, saveCaret } = useInserting(ref, onChange)
  const onCancel = () => ref.current?.focus()
  const { ask, addImages, dialog } = useInsertions({ images, insert, onAsk: saveCaret, onCancel })

  const addChosenPictures = useEffectEvent(() => {
    const pictures = consumePictures()
    if (pictures.length === 0) return
    ref.current?.setSelectionRange(content.length, content.length)
    void addImages(pictures, 'picked')
  })
  useEffect(() => addChosenPictures(), [])

  const takeFrom = (event: ClipboardEvent | DragEvent, transfer: DataTransfer) => {
    const pictures = imagesIn(transfer)
    const isOtherFile = event.type === 'drop' && pictures.length === 0 && transfer.files.length > 0
    if (pictures.length === 0 && !isOtherFile) return
    event.preventDefault() // otherwise the browser would open the dropped file
    if (isOtherFile) showUploadFailure(notAnImage())
    else void addImages(pictures, 'pasted')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat) onSubmit()
  }

  return (
    <div
      role="tabpanel"
      id={`${panel.id}-panel-${panel.tab}`}
      aria-labelledby={`${panel.id}-tab-${panel.tab}`}
      hidden={panel.isHidden}
      className="composer-write"
    >
      <div className="composer-text">
        <Avatar name={viewer?.displayName || 'U'} image={viewer?.profileImage ?? null} />
        <textarea
          ref={ref}
          className="composer-field"
          aria-label={t('Post content')}
          aria-describedby={`${id}-fault`}
          aria-invalid={fault ? true : undefined}
          placeholder={composerPrompt}
          dir="auto"
          value={content}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange({ content: target.value })}
          onFocus={({ currentTarget }) => {
            onFocus()
            grow(currentTarget)
          }}
          onInput={({ currentTarget }) => grow(currentTarget)}
          onKeyDown={onKeyDown}
          onPaste={(event) => takeFrom(event, event.clipboardData)}
          onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
          onDrop={(event) => takeFrom(event, event.dataTransfer)}
        />
        {images.isUploading && (
          <output className="composer-overlay">
            <Icon name="loader-circle" /> {t('Uploading image...')}
          </output>
        )}
      </div>
      <div className="composer-under">
        <ComposerToolbar
          isDisabled={images.isUploading || isReadOnly}
          onImages={(files) => void addImages(files, 'picked')}
          onVideo={() => ask({ about: 'video' })}
          onCode={() => ask({ about: 'code' })}
        />
        <LengthLeft length={content.length} />
      </div>
      <p className="field-error" id={`${id}-fault`} role="alert" hidden={!fault}>
        {fault}
      </p>
      {dialog}
    </div>
  )
}
