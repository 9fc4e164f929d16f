import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import {
  codeBlock,
  defaultImageDescription,
  defaultLanguage,
  imageMarkdown,
  videoEmbed,
  youtubeId,
} from './markdown-snippets.hooks.ts'

/** A question that the composer asks before it inserts something. */
export type Question = { about: 'image'; url: string } | { about: 'video' } | { about: 'code' }

interface Props {
  question: Question
  onInsert: (markdown: string) => void
  onCancel: () => void
}

/** The dialog with the question. */
export function ComposerQuestion({ question, onInsert, onCancel }: Props) {
  const [fault, setFault] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const { title, label, initial, hint } = words[question.about]

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    const answer = new FormData(event.currentTarget).get('answer')
    const markdown = markdownOf(question, typeof answer === 'string' ? answer : '')
    if (markdown === null) setFault(t('Enter a YouTube video ID or the URL of a video'))
    else onInsert(markdown)
  }

  // Outside the composer's form, because forms cannot be nested.
  return createPortal(
    <Dialog isOpen title={title} onClose={onCancel} size="s">
      <form onSubmit={onSubmit} noValidate className="stack">
        <TextInput
          label={label}
          name="answer"
          defaultValue={initial}
          hint={hint}
          error={fault}
          ref={field}
          onChange={() => setFault(undefined)}
        />
        <div className="dialog-actions">
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('Insert')}
          </Button>
        </div>
      </form>
    </Dialog>,
    document.body,
  )
}

function markdownOf(question: Question, answer: string): string | null {
  if (question.about === 'image') return imageMarkdown(answer, question.url)
  if (question.about === 'code') return codeBlock(answer)
  const id = youtubeId(answer)
  return id && videoEmbed(id)
}

const words = {
  image: {
    title: t('Insert image'),
    label: t('Description'),
    initial: defaultImageDescription,
    hint: t('Screen readers read it aloud.'),
  },
  video: { title: t('Insert video'), label: t('YouTube video ID'), initial: '', hint: t('Or the URL of the video.') },
  code: {
    title: t('Insert code'),
    label: t('Language'),
    initial: defaultLanguage,
    hint: t('For example javascript, python, or java.'),
  },
}
