import { useMutation } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { call } from '#web/call.ts'
import { draftProject, type ProjectDraft } from './project-import.contract.ts'

/** Creates a project draft from a GitHub repository. @throws ApiError */
export const useProjectImport = () =>
  useMutation({ mutationFn: (githubUrl: string) => call(draftProject, { body: { githubUrl } }) })

const labels: [field: keyof ProjectDraft, label: string][] = [
  ['title', t('Title')],
  ['description', t('Description')],
  ['deploymentUrl', t('Live URL')],
  ['githubUrl', t('GitHub URL')],
  ['technologies', t('Technologies')],
]

/** Fills the form's fields with the draft; overwrites other text only if `isAll`.
 *  @returns the labels of the fields whose text was kept */
export function fillForm(form: HTMLFormElement, draft: ProjectDraft, isAll: boolean): string[] {
  const kept: string[] = []
  for (const [name, label] of labels) {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    const value = [draft[name]].flat().join(', ')
    if (value === '' || value === field.value) continue
    if (isAll || field.value.trim() === '') field.value = value
    else kept.push(label)
  }
  return kept
}
