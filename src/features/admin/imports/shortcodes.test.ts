import assert from 'node:assert/strict'
import { test } from 'vitest'
import { withoutShortcodes } from './shortcodes.ts'

const markdown = (source: string) => withoutShortcodes(source).markdown.trim()

test('converts Jekyll and Hugo highlight blocks', () => {
  assert.equal(markdown('{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}'), '```ruby\nputs 1\n```')
  assert.equal(markdown('{{< highlight go "linenos=table" >}}\nx := 1\n{{< /highlight >}}'), '```go\nx := 1\n```')
})

test('converts pictures, embedded players, and links', () => {
  assert.equal(markdown('{{< figure src="/cat.png" alt="A cat" caption="Asleep" >}}'), '![A cat](</cat.png> "Asleep")')
  assert.equal(
    markdown('{{< youtube dQw4w9WgXcQ >}}'),
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  )
  assert.equal(
    markdown('{% youtube dQw4w9WgXcQ %}'),
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  )
  assert.equal(markdown('{% embed https://example.org/a %}'), '<https://example.org/a>')
  assert.equal(markdown('%[https://example.org/a]'), '<https://example.org/a>')
  assert.equal(markdown('[next]({{< relref "next.md" >}})'), '[next](next.md)')
  assert.equal(markdown('[old]({% post_url 2018-07-01-hello %})'), '[old](/hello)')
  assert.equal(markdown("![a]({{ '/a.png' | relative_url }}) {{ site.baseurl }}/b"), '![a](/a.png) /b')
})

test('renders unknown shortcodes as code, and reports them', () => {
  const { markdown: text, left } = withoutShortcodes(
    'Before {{< chart id="3" >}} after.\n\n{% include note.html %}\n\n{% raw %}x{% endraw %}',
  )
  assert.equal(text.trim(), 'Before `{{< chart id="3" >}}` after.\n\n`{% include note.html %}`\n\nx')
  assert.deepEqual(left, ['{{< chart id="3" >}}', '{% include note.html %}'])
})

test('leaves code and other braces unchanged', () => {
  for (const text of ['```\n{{< youtube a >}}\n```', '`{% raw %}`', 'a {b} {{}} 100%', '    {{ indented }}'])
    assert.equal(withoutShortcodes(text).markdown, text)
})
