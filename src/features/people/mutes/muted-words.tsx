import './muted.css'
import { type FormEvent, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Chip } from '#ui/chip.tsx'
import { TextInput } from '#ui/field.tsx'
import { messageOf } from '#web/api.ts'
import { maxMutedWordLength, type MutedWord } from './mutes.contract.ts'
import { useMuteWord, useUnmuteWord } from './mutes.hooks.ts'

/** The list of words and phrases that collapse posts in the feed. Changes are announced to screen readers; a word that
 *  could not be added stays in the field. */
export function MutedWords({ words }: { words: MutedWord[] }) {
  const field = useRef<HTMLInputElement>(null)
  const [isAdding, setAdding] = useState(false)
  const [error, setError] = useState<string>()
  const [announcement, announce] = useState('')
  const muteWord = useMuteWord()
  const unmuteWord = useUnmuteWord()

  async function add(event: FormEvent) {
    event.preventDefault()
    const input = field.current!
    const typed = input.value
    input.focus()
    if (isAdding || typed.trim() === '') return
    setAdding(true)
    setError(undefined)
    try {
      const { id, word } = await muteWord(typed)
      announce(
        words.some((one) => one.id === id) ? t('{word} is already muted', { word }) : t('{word} added', { word }),
      )
      if (input.value === typed) input.value = ''
    } catch (reason) {
      setError(messageOf(reason, t('Failed to add the word. Try again.')))
    }
    setAdding(false)
  }

  async function remove(word: MutedWord) {
    field.current?.focus()
    setError(undefined)
    try {
      await unmuteWord(word)
      announce(t('{word} removed', { word: word.word }))
    } catch (reason) {
      setError(messageOf(reason, t('Failed to remove {word}. Try again.', { word: word.word })))
    }
  }

  return (
    <Card title={t('Muted words')}>
      <p className="muted-about">
        {t(
          'Posts with any of these in their title or text are collapsed in your feed. Only whole words match, regardless of case. You can also mute phrases and #tags.',
        )}
      </p>
      <form className="muted-entry" onSubmit={(event) => void add(event)}>
        <TextInput
          ref={field}
          label={t('Word or phrase')}
          name="word"
          placeholder="spoilers"
          maxLength={maxMutedWordLength}
          autoComplete="off"
          enterKeyHint="done"
          dir="auto"
          error={error}
          onChange={() => setError(undefined)}
        />
        <Button type="submit" icon="plus" busy={isAdding}>
          {t('Mute')}
        </Button>
      </form>
      {words.length === 0 ? (
        <p className="muted-none">{t('You haven’t muted any words.')}</p>
      ) : (
        <ul className="chips" aria-label={t('Muted words')}>
          {words.map((word) => (
            <li key={word.id}>
              <Chip removeLabel={t('Remove {word}', { word: word.word })} onRemove={() => void remove(word)}>
                <bdi className="muted-word">{word.word}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <output className="visually-hidden">{announcement}</output>
    </Card>
  )
}
