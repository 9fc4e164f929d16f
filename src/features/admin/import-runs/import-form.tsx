import './import-form.css'
import { useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextInput } from '#ui/field.tsx'
import { messageOf } from '#web/api.ts'
import { type Faults, faultsIn, useFaults } from '#web/use-form.ts'
import { FileDrop } from './file-drop.tsx'
import { fileTooLarge, RunInput } from './import-runs.contract.ts'
import { type Source, useImportActions } from './import-runs.hooks.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'

/** The form that uploads a file and starts its check. */
export function ImportForm({ maxBytes }: { maxBytes: number }) {
  const { check } = useImportActions()
  const [file, setFile] = useState<File | null>(null)
  const [handle, setHandle] = useState('')
  const [oldSite, setOldSite] = useState('')
  const { faults, setFaults, clearFault, onInput } = useFaults()
  const [sentBytes, setSentBytes] = useState<number | null>(null)
  const upload = useRef<AbortController | null>(null)

  async function submit() {
    if (upload.current) return
    const source: Source = { file, name: file ? file.name : nameOf(handle), oldSite: oldSite.trim() || null }
    const found = faultsOf(source, maxBytes)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    upload.current = new AbortController()
    setSentBytes(0)
    try {
      await check(source, setSentBytes, upload.current.signal)
    } catch (reason) {
      const isCanceled = upload.current.signal.aborted
      if (!isCanceled)
        setFaults({ name: messageOf(reason, t('The upload failed. Check your connection, then try again.')) })
    } finally {
      upload.current = null
      setSentBytes(null)
    }
  }

  const isUploading = sentBytes !== null
  return (
    <Card title={t('Import from another site')}>
      <p>
        {t(
          'Import your posts, pictures, and drafts from WordPress, Ghost, Medium, Substack, Hashnode, dev.to, Mastodon, Bluesky, or a folder of Markdown files. We check the file first and show you what will be imported. If you import the same file again, only new content is added.',
        )}
      </p>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        onInput={onInput}
      >
        <FileDrop
          file={file}
          error={handle === '' || file ? faults['name'] : undefined}
          isDisabled={isUploading}
          maxBytes={maxBytes}
          onChoose={(chosen) => {
            setFile(chosen)
            clearFault('name')
          }}
        />
        <div className="form-row">
          {!file && (
            <TextInput
              label={t('Or a Bluesky account')}
              name="handle"
              placeholder="you.bsky.social"
              hint={t('Its public posts are read directly from Bluesky. You don’t need a file.')}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              dir="ltr"
              value={handle}
              error={handle === '' ? undefined : faults['name']}
              onChange={(event) => {
                setHandle(event.target.value)
                clearFault('name')
              }}
            />
          )}
          <TextInput
            label={t('URL of your old site (optional)')}
            name="oldSite"
            inputMode="url"
            placeholder="https://old.example"
            hint={t('Links between your posts will point to the copies here.')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            value={oldSite}
            error={faults['oldSite']}
            onChange={(event) => setOldSite(event.target.value)}
          />
        </div>
        {isUploading && file && <ProgressBar label={t('Uploading…')} done={sentBytes} total={file.size} />}
        <div className="form-actions">
          {isUploading && <Button onClick={() => upload.current?.abort()}>{t('Cancel')}</Button>}
          <Button type="submit" variant="primary" busy={isUploading}>
            {t('Check')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const nameOf = (handle: string): string => {
  const plain = handle.trim().replace(/^(?:bluesky:)?@?/i, '')
  return plain && `bluesky:${plain}`
}

function faultsOf({ name, file, oldSite }: Source, maxBytes: number): Faults {
  if (file && file.size > maxBytes) return { name: fileTooLarge(maxBytes) }
  const input = RunInput.safeParse({ name, sizeBytes: file?.size ?? 0, oldSite })
  return input.success ? {} : faultsIn(input.error.issues)
}
