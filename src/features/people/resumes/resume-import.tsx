import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { type ReadResume, readJsonResume } from './resume-import.contract.ts'
import { resumeSections, sectionNames } from './resume-sections.contract.ts'
import { maxImportBytes, type ResumeDocument } from './resumes.contract.ts'

interface Props {
  /** The CV in the form. */
  current: ResumeDocument
  /** Replaces the CV in the form, without saving it. */
  onReplace: (document: ResumeDocument) => void
}

/** Imports a JSON Resume file into the form, after showing what it replaces. */
export function ResumeImport({ current, onReplace }: Props) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<ReadResume | null>(null)

  async function openFile(file: File | undefined) {
    if (!file) return
    if (file.size > maxImportBytes) {
      showToast({
        title: t('This file is too large'),
        description: t('Choose a file of at most 500 KB.'),
        variant: 'error',
      })
      return
    }
    const content = await file.text()
    setText(content)
    setRead(readJsonResume(content))
  }

  function replace(document: ResumeDocument) {
    onReplace({ ...document, projectIds: current.projectIds })
    setRead(null)
    setText('')
    showToast({
      title: t('JSON Resume imported'),
      description: t('Check the fields, then save your CV.'),
      variant: 'success',
    })
  }

  return (
    <Card title={t('Import')}>
      <div className="form">
        <p className="field-hint">
          {rich('Choose or paste a <link>JSON Resume</link>. You can check the result before you save it.', {
            link: (text) => (
              <a className="link" href="https://jsonresume.org">
                {text}
              </a>
            ),
          })}
        </p>
        <TextInput
          label={t('File')}
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            void openFile(target.files?.[0])
            target.value = ''
          }}
        />
        <TextArea
          label="JSON"
          name="import"
          rows={4}
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setRead(null)
          }}
        />
        {read && <Result read={read} current={current} onReplace={replace} />}
        <div className="form-actions">
          <Button icon="upload" disabled={text.trim() === ''} onClick={() => setRead(readJsonResume(text))}>
            {t('Check JSON Resume')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

interface ResultProps {
  read: ReadResume
  current: ResumeDocument
  onReplace: (document: ResumeDocument) => void
}

function Result({ read: { document, problems, ignored }, current, onReplace }: ResultProps) {
  return (
    <output className="resume-import-result">
      {problems.length > 0 && (
        <>
          <p>
            <b>{t('Correct these fields in the file, then check it again:')}</b>
          </p>
          <ul>
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {path && <code>{path}</code>} {message}
              </li>
            ))}
          </ul>
        </>
      )}
      {document && (
        <p>
          {rich('<b>This replaces the CV in the form:</b> {differences}.', {
            b: (text) => <b>{text}</b>,
            differences: differences(current, document),
          })}
        </p>
      )}
      {ignored.length > 0 && (
        <p>
          {rich('These fields will not be imported, because CVs here don’t have them: {fields}.', {
            fields: ignored.map((path, index) => (
              <span key={path}>
                {index > 0 && ', '}
                <code>{path}</code>
              </span>
            )),
          })}
        </p>
      )}
      {document && (
        <Button variant="primary" onClick={() => onReplace(document)}>
          {t('Replace CV in form')}
        </Button>
      )}
    </output>
  )
}

/** Lists the number of entries in each section before and after: “Experience (2 → 3 entries)”. */
function differences(current: ResumeDocument, next: ResumeDocument): string {
  const changed = sectionNames
    .filter((section) => current[section].length > 0 || next[section].length > 0)
    .map((section) =>
      t('{title} ({before} → {after} entries)', {
        title: resumeSections[section].title(),
        before: current[section].length,
        after: next[section].length,
      }),
    )
  return [t('headline, summary, and contact details'), ...changed].join(', ')
}
