import assert from 'node:assert/strict'
import { test } from 'vitest'
import { replacementOf, uploadMark, withoutUploads } from './upload-placeholders.hooks.ts'

test('gives each upload a unique placeholder', () => {
  assert.equal(uploadMark('', 'a.png'), '![Uploading a.png…]()')
  assert.equal(uploadMark('x ![Uploading a.png…]()', 'a.png'), '![Uploading a.png 2…]()')
  assert.equal(uploadMark('', '[evil](x) `b`\n.png'), '![Uploading evil x b .png…]()')
  assert.equal(uploadMark('', '[]'), '![Uploading image…]()')
})

test('removes placeholders left over from a reload, along with their lines', () => {
  const cut = uploadMark('', 'a.png')
  assert.equal(withoutUploads(`one\n\n${cut}\ntwo`), 'one\n\ntwo')
  assert.equal(withoutUploads(`one ${cut} two`), 'one  two')
  assert.equal(withoutUploads(`${cut}\n${cut}`), '')
  assert.equal(withoutUploads('![A picture](/i.png) ![]()'), '![A picture](/i.png) ![]()')
})

test('puts the picture on a separate line, and after a failure, leaves only the line breaks that are needed', () => {
  const placeholder = { mark: '![Uploading a.png…]()', block: '\n\n![Uploading a.png…]()\n' }
  const after = (text: string, picture: string) => text.replace(...replacementOf(text, placeholder, picture))
  assert.equal(after(`one${placeholder.block}two`, '![A](/i.png)'), 'one\n\n![A](/i.png)\ntwo')
  assert.equal(after(`one${placeholder.block}two`, ''), 'one\n\ntwo')
  assert.equal(after(`one${placeholder.block}`, ''), 'one')
  assert.equal(after(`one${placeholder.block}\ntwo`, ''), 'one\ntwo')
  assert.equal(after(`one ${placeholder.mark} two`, '![A](/i.png)'), 'one ![A](/i.png) two')
  assert.equal(after('one', '![A](/i.png)'), 'one')
})
