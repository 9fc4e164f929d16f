import assert from 'node:assert/strict'
import { test } from 'vitest'
import { CommentInput } from '#features/conversation/comments/comments.contract.ts'
import { LivestreamInput } from '#features/live/livestreams/livestreams.contract.ts'
import { NewMutedWord } from '#features/people/mutes/mutes.contract.ts'
import { NewPost } from '#features/writing/posts/new-posts.contract.ts'
import { LinksInput } from '#features/people/profile-links/profile-links.contract.ts'
import { FullName } from '#features/people/profiles/new-profile.contract.ts'
import { ProfileSettings } from '#features/people/profiles/profile-settings.contract.ts'
import { ProjectInput } from '#features/work/projects/projects.contract.ts'
import { GoalInput } from '#features/work/sponsorship/sponsor-goals.contract.ts'
import { TierInput } from '#features/work/sponsorship/sponsor-tiers.contract.ts'
import { ownName, shownName, visibleLine } from './names.contract.ts'

const hex = (sign: string) => sign.codePointAt(0)!.toString(16)
const unseen = ['\0', '\n', '\u200b', '\u200d', '\u202e', '\u2066', '\u034f', '\u17b4', '\u180b', '\u2800', '\u3164']
const further = ['\ufe00', '\ufeff', '\u{1d173}', '\u{e0041}', '\u{e0100}', '\u{e01ef}']

test.each([...unseen, ...further].map((sign) => [hex(sign), sign]))(
  'strips the invisible character %s from names',
  (_, sign) => {
    for (const clean of [shownName, ownName, visibleLine]) {
      assert.equal(clean(`${sign}Alice${sign}`).replaceAll(' ', ''), 'Alice')
      assert.equal(clean(`Al${sign}ice`).replaceAll(' ', ''), 'Alice')
      assert.equal(clean(sign + sign), '')
    }
  },
)

test('preserves names as members write them', () => {
  for (const name of ['علی\u200cرضا', 'क्\u200dष', 'Ada 👩‍💻', '👩🏽‍💻 Ada', 'Ada ❤️', 'Ⅷ', "O'Neill", 'Ærøskøbing'])
    assert.equal(ownName(name), name)
})

test('rejects a name without a visible character', () => {
  for (const name of ['\u200b\u200b\u2060', '\u3164\u3164', '\u{e0100}\u{e0100}\u{e0100}']) {
    assert.ok(FullName.safeParse(name).error)
    assert.ok(ProfileSettings.safeParse({ displayName: name }).error)
  }
  assert.equal(ProfileSettings.parse({ displayName: ' Evil\u202egnp\n.exe ' }).displayName, 'Evilgnp .exe')
})

const text = 'Ferries run late in winter, and no one writes down when.'
const project = { title: 'Ferry times', description: 'When the next ferry leaves.' }
/** Parses the text with the schema for every field that is shown on one line. */
const lines: Record<string, (line: string) => unknown> = {
  'article title': (title) => NewPost.parse({ isLongForm: true, title, content: text, categoryId: 1 }).title,
  'short post title': (title) => NewPost.parse({ title, content: text }).title,
  'professional title': (title) => ProfileSettings.parse({ title }).title,
  skill: (skill) => ProfileSettings.parse({ skills: [skill] }).skills?.[0],
  'project title': (title) => ProjectInput.parse({ ...project, title }).title,
  technology: (technology) => ProjectInput.parse({ ...project, technologies: [technology] }).technologies[0],
  'livestream title': (title) => LivestreamInput.parse({ title }).title,
  'link label': (label) => LinksInput.parse({ links: [{ label, url: 'https://example.com' }] }).links[0]?.label,
  'tier name': (name) => TierInput.parse({ name, amount: 500 }).name,
  benefit: (benefit) => TierInput.parse({ name: 'Tea', amount: 500, benefits: [benefit] }).benefits?.[0],
  'goal title': (title) => GoalInput.parse({ title, amount: 100 }).title,
  'muted word': (word) => NewMutedWord.parse({ word }).word,
}
test.each(Object.entries(lines))('%s drops control, bidi, and zero-width characters', (_, parse) => {
  assert.equal(parse(' Harb\u200bour\n\u202elights\u0007\u2066 👩‍💻 '), 'Harbour lights 👩‍💻')
})

const blank = '\u200b \u2060\u3164\n\u202e'
test('rejects text without a visible character', () => {
  assert.match(NewPost.safeParse({ content: blank }).error!.message, /Post content cannot be empty/)
  assert.ok(NewPost.safeParse({ isLongForm: true, title: 'Ferries', content: blank.repeat(20), categoryId: 1 }).error)
  assert.ok(CommentInput.safeParse({ authorName: 'Ada', content: blank }).error)
  assert.ok(ProjectInput.safeParse({ ...project, description: blank.repeat(4) }).error)
  for (const parse of ['project title', 'livestream title', 'link label', 'tier name', 'goal title', 'muted word'])
    assert.throws(() => lines[parse]!(blank), parse)
})
