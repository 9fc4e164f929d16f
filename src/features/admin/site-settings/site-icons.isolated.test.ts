import assert from 'node:assert/strict'
import { test } from 'vitest'
import { iconsFor } from './site-icons.ts'

/** Reports whether sharp's native library is loaded. */
const isSharpLoaded = (): boolean =>
  (process.report.getReport() as { sharedObjects: string[] }).sharedObjects.some((path) =>
    /[/\\]sharp-[^/\\]+\.node$/.test(path),
  )

test('does not load the library for pictures before an icon is requested that must be drawn', async () => {
  const { files } = (await iconsFor({ name: 'Ada', accent: '', icon: { kind: 'initials', image: '' } }))!
  await files.get('/icon.svg')!.bytes()
  assert.equal(isSharpLoaded(), false)
  await files.get('/favicon.ico')!.bytes()
  assert.equal(isSharpLoaded(), true)
})
