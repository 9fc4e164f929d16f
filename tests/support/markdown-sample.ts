/** A post with headings, lists, a table, code, and footnotes. */
export const markdownSample = `# A heading

A **bold**[^1] and *slanted* line with a [link](https://example.org) and \`code\`.

> A quotation

- one
- two

| a | b |
|---|---|
| 1 | 2 |

\`\`\`javascript
const answer = 42 // a comment
export function greet(name) { return "Hello, " + name }
\`\`\`

## A second

\`\`\`
no language
\`\`\`

### A third

A line[^1].

[^1]: With a footnote.
`
