import assert from 'node:assert/strict'
import { test } from 'vitest'
import { FullName } from '#features/profiles/profiles.contract.ts'
import { ProfileSettings } from '#features/profiles/profile-settings.contract.ts'
import { ownName, shownName } from './names.contract.ts'

const hex = (sign: string) => sign.codePointAt(0)!.toString(16)
const unseen = ['\0', '\n', '\u200b', '\u200d', '\u202e', '\u2066', '\u034f', '\u17b4', '\u180b', '\u2800', '\u3164']
const further = ['\ufe00', '\ufeff', '\u{1d173}', '\u{e0041}', '\u{e0100}', '\u{e01ef}']

test.each([...unseen, ...further].map((sign) => [hex(sign), sign]))(
  'the unseen sign %s makes no other name of one',
  (_, sign) => {
    for (const clean of [shownName, ownName]) {
      assert.equal(clean(`${sign}Alice${sign}`).replaceAll(' ', ''), 'Alice')
      assert.equal(clean(`Al${sign}ice`).replaceAll(' ', ''), 'Alice')
      assert.equal(clean(sign + sign), '')
    }
  },
)

test('members are called as they write themselves', () => {
  for (const name of ['علی\u200cرضا', 'क्\u200dष', 'Ada 👩‍💻', '👩🏽‍💻 Ada', 'Ada ❤️', 'Ⅷ', "O'Neill", 'Ærøskøbing'])
    assert.equal(ownName(name), name)
})

test('nobody takes a name that cannot be seen', () => {
  for (const name of ['\u200b\u200b\u2060', '\u3164\u3164', '\u{e0100}\u{e0100}\u{e0100}']) {
    assert.ok(FullName.safeParse(name).error)
    assert.ok(ProfileSettings.safeParse({ displayName: name }).error)
  }
  assert.equal(ProfileSettings.parse({ displayName: ' Evil\u202egnp\n.exe ' }).displayName, 'Evilgnp .exe')
})
