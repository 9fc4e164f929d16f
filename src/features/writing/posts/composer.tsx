import { t } from '#messages/messages.ts'
import './composer.css'
import { showFailure } from '#web/action.tsx'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TabList, TabPanel } from '#ui/tabs.tsx'
import { isRefusal } from '#web/api.ts'
import { removeStored } from '#web/storage.ts'
import { ComposerCategory } from './composer-category.tsx'
import { ComposerPreview } from './composer-preview.tsx'
import { ComposerText } from './composer-text.tsx'
import { useImageUpload } from './composer.hooks.ts'
import { type PostDraft, useDraft } from './draft.hooks.ts'
import { NewShortPost } from './new-posts.contract.ts'

interface Props {
  /** The local storage key for the text while it is being written. */
  draftKey: string
  initial?: PostDraft
  words: { submit: string; pending: string; failure: string }
  /** If it throws, the error is shown and the text is kept. Otherwise the stored text is removed, and a composer that
   *  started empty is cleared. */
  onSubmit: (draft: PostDraft) => Promise<unknown>
  /** Returns pictures to upload and add when the composer opens. */
  consumePictures?: () => File[]
  /** Called with the text initially and after every change. */
  onDraft?: (draft: PostDraft) => void
  /** Lets other parts of the page submit the form. */
  form?: RefObject<HTMLFormElement | null>
  /** Rendered next to the submit button. */
  children?: ReactNode
}

const noPictures = () => []

const tabs = [
  { id: 'write', label: t('Write') },
  { id: 'preview', label: t('Preview') },
] as const

/** The form for a short post: text with a preview, pictures, videos, code, and a category. */
export function Composer({
  draftKey,
  initial,
  words,
  onSubmit,
  consumePictures = noPictures,
  onDraft,
  form,
  children,
}: Props) {
  const id = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const { draft, change, clear, renew } = useDraft(draftKey, initial)
  useEffect(() => onDraft?.(draft), [onDraft, draft])
  const [tab, setTab] = useState<'write' | 'preview'>('write')
  const [isPending, setPending] = useState(false)
  const images = useImageUpload()
  const [fault, setFault] = useState<string | undefined>()
  const [isFolded, setFolded] = useState(!initial)

  async function submit() {
    const input = NewShortPost.safeParse(draft)
    setFault(input.error?.issues[0]?.message)
    if (!input.success) return text.current?.focus()
    setPending(true)
    try {
      await onSubmit(draft)
      if (initial) removeStored(draftKey)
      else clear()
      setTab('write')
    } catch (reason) {
      if (isRefusal(reason, 409) || isRefusal(reason, 410)) renew()
      showFailure(reason, words.failure)
    } finally {
      setPending(false)
    }
  }
  const submitOnce = () => {
    if (!isPending && !images.isUploading) void submit()
  }

  return (
    <form
      ref={form}
      className="card composer"
      aria-label={words.submit}
      data-folded={isFolded || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        submitOnce()
      }}
    >
      <TabList id={id} label={t('Write or preview')} tabs={tabs} selected={tab} onSelect={setTab} />
      <ComposerText
        ref={text}
        panel={{ id, tab: 'write', isHidden: tab !== 'write' }}
        content={draft.content}
        fault={fault}
        images={images}
        consumePictures={consumePictures}
        isReadOnly={isPending}
        onFocus={() => setFolded(false)}
        onChange={(part) => {
          change(part)
          setFault(undefined)
        }}
        onSubmit={submitOnce}
      />
      {tab === 'preview' && (
        <TabPanel id={id} tab="preview">
          <ComposerPreview content={draft.content} />
        </TabPanel>
      )}
      <div className="composer-foot">
        <ComposerCategory categoryId={draft.categoryId} onChange={change} />
        <span className="push row">
          {children}
          <Button type="submit" variant="primary" busy={isPending} aria-disabled={images.isUploading}>
            {isPending ? words.pending : words.submit}
          </Button>
        </span>
      </div>
    </form>
  )
}
