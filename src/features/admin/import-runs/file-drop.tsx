import { useId, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Icon } from '#ui/icon.tsx'
import { fileTypes } from './import-runs.contract.ts'
import { sizeText } from './size-text.contract.ts'

interface Props {
  file: File | null
  error: string | undefined
  isDisabled: boolean
  maxBytes: number
  onChoose: (file: File | null) => void
}

/** A file input that also accepts a dropped file. The input covers the whole area. */
export function FileDrop({ file, error, isDisabled, maxBytes, onChoose }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  return (
    <div className="field">
      <label className="file-drop" data-over={isOver || undefined} data-chosen={file !== null || undefined}>
        <input
          type="file"
          name="file"
          className="file-drop-input control"
          accept={fileTypes}
          disabled={isDisabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ target }) => target.files?.[0] && onChoose(target.files[0])}
        />
        <span className="file-drop-icon">
          <Icon name={file ? 'file-text' : 'upload'} />
        </span>
        <span className="file-drop-title" dir="auto">
          {file ? file.name : t('Choose a file, or drop it here')}
        </span>
        <span className="field-hint">
          {file
            ? t('{size} · choose another file', { size: sizeText(file.size) })
            : t('.zip, .tar.gz, .json, .xml, .car, or .md, up to {size}', { size: sizeText(maxBytes) })}
        </span>
      </label>
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  )
}
