import assert from 'node:assert/strict'
import { test } from 'vitest'
import { withoutLiquidTags } from './liquid-tags.ts'

test('converts embed tags to links and players', () => {
  const player = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'
  for (const [source, expected] of [
    ['{% youtube dQw4w9WgXcQ %}', player],
    ['{% embed https://www.youtube.com/watch?v=dQw4w9WgXcQ %}', player],
    ['{% embed https://youtu.be/dQw4w9WgXcQ?si=abc %}', player],
    ['{% embed https://example.org/a?b=c%20d %}', '<https://example.org/a?b=c%20d>'],
    ['{% github forem/forem no-readme %}', '<https://github.com/forem/forem>'],
    ['{% stackblitz vue-slider view=preview %}', '<https://stackblitz.com/edit/vue-slider>'],
    ['{% link /ann/two-windows-2def %}', '<https://dev.to/ann/two-windows-2def>'],
    ['{% cta https://example.org/ %} Go [there] {% endcta %}', '[Go  there](<https://example.org/>)'],
    ['{% runkit %}\nrun()\n{% endrunkit %}', '```js\nrun()\n```'],
  ] as const)
    assert.equal(withoutLiquidTags(source).trim(), expected)
})

test('leaves code and unknown tags unchanged', () => {
  for (const text of ['`{% embed https://example.org %}`', '```\n{% user ann %}\n```', '{% include note.html %}'])
    assert.equal(withoutLiquidTags(text), text)
})
