import { t } from '#messages/messages.ts'
import { ResumeEditor } from '#features/people/resumes/resume-editor.tsx'
import type { PageView } from '../page.ts'
import { SettingsArea } from '../settings/settings-area.tsx'

export const settingsCvView: PageView = {
  View: () => <SettingsArea>{(viewer) => <ResumeEditor key={viewer.id} viewer={viewer} />}</SettingsArea>,
  head: () => ({ title: t('CV settings'), noindex: true }),
}
