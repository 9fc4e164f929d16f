import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { cannotPublish } from '#schemas/roles.contract.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice, aProject } from '#tests/support/samples.ts'
import { ProjectMenu } from './project-menu.tsx'

test('lets readers delete their projects, and says why they cannot edit them', async () => {
  signInHere()
  const reader = { ...alice, role: 'reader' as const }
  cacheProfile(reader)
  answer({ 'GET /api/users/me': () => Response.json(reader) })
  const { page } = await mount(<ProjectMenu project={aProject(7, { canEdit: false })} />)
  await settle()
  const [edit, remove] = page.querySelectorAll<HTMLElement>('[role=menuitem]')
  assert.ok(edit!.textContent.endsWith(cannotPublish()), edit!.textContent)
  assert.equal(remove!.textContent, 'Delete')
  await settle(() => remove!.click())
  assert.match(document.querySelector('[role=alertdialog]')!.textContent, /Project 7/)
})
