import './resume-editor.css'
import { type SubmitEvent, useRef } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/field.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { showFailure, useAction } from '#web/action.tsx'
import { Loaded } from '#web/loaded.tsx'
import { useFocusAfterwards } from '#web/use-focus-afterwards.ts'
import { type Faults, useFaults } from '#web/use-form.ts'
import { resumeAddress } from './resume-addresses.contract.ts'
import { BasicsFields } from './resume-basics.tsx'
import { useResumeDraft } from './resume-draft.hooks.ts'
import { ResumeImport } from './resume-import.tsx'
import { ResumeProjects } from './resume-projects.tsx'
import { SectionFields } from './resume-section.tsx'
import { sectionNames } from './resume-sections.contract.ts'
import { ResumeInput } from './resumes.contract.ts'
import { downloadJsonResume, useOwnResume, useSaveResume } from './resumes.hooks.ts'

/** The form for a member's CV. */
export const ResumeEditor = ({ viewer }: { viewer: Viewer }) => (
  <Loaded
    query={useOwnResume()}
    loading={<Skeletons count={3} label={t('Loading your CV')} />}
    failed={t('Your CV failed to load')}
  >
    {(saved) => <Editor viewer={viewer} saved={saved} />}
  </Loaded>
)

function Editor({ viewer, saved }: { viewer: Viewer; saved: ResumeInput | null }) {
  const form = useRef<HTMLFormElement>(null)
  const edit = useResumeDraft(viewer.id, saved)
  const { draft, isUnsaved } = edit
  const { mutateAsync: save, isPending } = useSaveResume()
  const { faults, setFaults, onInput } = useFaults()
  const focusNext = useFocusAfterwards(form)
  const hasProjects = useIsOn('projects')

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const input = ResumeInput.safeParse(draft)
    const found = input.success ? {} : faultsByName(input.error.issues)
    setFaults(found)
    if (!input.success) {
      const message = found[''] ?? t('Correct the marked fields and save again.')
      showToast({ title: t('Your CV was not saved'), description: message, variant: 'error' })
      return focusNext(...Object.keys(found))
    }
    try {
      await save(input.data)
      edit.followSaved(draft)
      const description = input.data.isPublished ? t('Your CV is public.') : t('Only you can see it.')
      showToast({ title: t('CV saved'), description, variant: 'success' })
    } catch (reason) {
      showFailure(reason, { title: t('Your CV was not saved'), fallback: t('An error occurred. Please try again.') })
    }
  }

  return (
    <>
      <form
        ref={form}
        method="post"
        noValidate
        className="stack"
        onSubmit={(event) => void onSubmit(event)}
        onInput={onInput}
      >
        <Card title={t('Your CV')}>
          <div className="form">
            <p className="field-hint">
              {t(
                'A page that you can print or save as PDF. Everything you enter here is public while your CV is published.',
              )}
            </p>
            <Switch
              label={t('Publish my CV')}
              hint={t('Adds a link to your profile. Takes effect when you save.')}
              checked={draft.isPublished}
              onChange={edit.setPublished}
            />
            {edit.wasRestored && (
              <output className="resume-restored">{t('You have unsaved changes from earlier.')}</output>
            )}
            <BasicsFields viewer={viewer} basics={draft.document.basics} faults={faults} onChange={edit.changeBasics} />
          </div>
        </Card>
        {hasProjects && (
          <ResumeProjects viewer={viewer} chosen={draft.document.projectIds} onChange={edit.chooseProjects} />
        )}
        {sectionNames.map((section) => (
          <SectionFields
            key={section}
            section={section}
            edit={edit}
            faults={faults}
            focusNext={focusNext}
            onRearranged={() => setFaults({})}
          />
        ))}
        <div className="resume-save" data-unsaved={isUnsaved || undefined}>
          <output>{isUnsaved ? t('You have unsaved changes.') : saved && t('All changes are saved.')}</output>
          <div className="row">
            {isUnsaved && (
              <Button
                icon="undo-2"
                onClick={() => {
                  edit.reset()
                  setFaults({})
                }}
              >
                {t('Discard changes')}
              </Button>
            )}
            {saved && !isUnsaved && (
              <ButtonLink icon="eye" href={resumeAddress.href({ username: viewer.username })}>
                {saved.isPublished ? t('View CV') : t('Preview CV')}
              </ButtonLink>
            )}
            <Button type="submit" variant="primary" busy={isPending}>
              {isPending ? t('Saving...') : t('Save CV')}
            </Button>
          </div>
        </div>
      </form>
      <ResumeImport
        current={draft.document}
        onReplace={(document) => {
          edit.replaceDocument(document)
          setFaults({})
        }}
      />
      {saved && <ResumeDownload username={viewer.username} />}
    </>
  )
}

function ResumeDownload({ username }: { username: string }) {
  const failure = { title: t('Download failed'), fallback: t('Please try again.') }
  const { run, isBusy } = useAction(() => downloadJsonResume(username), failure)
  return (
    <Card title={t('Download')}>
      <div className="form">
        <p className="field-hint">
          {rich('Your saved CV as <link>JSON Resume</link>, which other CV tools can open.', {
            link: (text) => (
              <a className="link" href="https://jsonresume.org">
                {text}
              </a>
            ),
          })}
        </p>
        <div className="form-actions">
          <Button icon="download" busy={isBusy} onClick={() => void run()}>
            {t('Download JSON Resume')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Returns the first error for each field, by field name. An error in a list belongs to the list’s field. */
const faultsByName = (issues: { path: PropertyKey[]; message: string }[]): Faults =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.slice(1, 4).join('.'), message]))
