import assert from 'node:assert/strict'
import { test } from 'vitest'
import { textOf } from './body-parts.ts'
import { createTemplate } from './template.ts'

const template = createTemplate('<html lang="en"><!--head--><!--app--><!--state-->')
const documentIn = (language: string) =>
  textOf(
    template({
      language,
      head: { links: '', own: '', feeds: '' },
      html: ['', '', ''],
      state: '',
      view: 'home',
      usesBuiltInFont: true,
      loadsScriptsOnIntent: false,
    }),
  )

test('marks the language of a document, and its direction if it is from right to left', () => {
  assert.match(documentIn('de'), /^<html lang="de" /)
  assert.match(documentIn('ar'), /^<html lang="ar" dir="rtl" /)
})
