import assert from 'node:assert/strict'
import { test } from 'vitest'
import { codeBlock, imageMarkdown, insert, videoEmbed, youtubeId } from './markdown-snippets.hooks.ts'

test('replaces the selection and moves the cursor to the end of the snippet', () => {
  assert.deepEqual(insert({ text: 'one two three', start: 4, end: 7 }, '2'), { text: 'one 2 three', start: 5, end: 5 })
})

test('puts a block on separate lines', () => {
  assert.equal(
    insert({ text: 'before after', start: 7, end: 7 }, 'BLOCK', { isBlock: true }).text,
    'before \n\nBLOCK\nafter',
  )
  assert.equal(insert({ text: '', start: 0, end: 0 }, 'BLOCK', { isBlock: true }).text, 'BLOCK\n')
  assert.equal(insert({ text: 'before\n', start: 7, end: 7 }, 'BLOCK', { isBlock: true }).text, 'before\nBLOCK\n')
})

test('uses the default alt text for an image, and removes brackets from alt text', () => {
  assert.equal(imageMarkdown(' ', '/i.png'), '![Image description](/i.png)')
  assert.equal(imageMarkdown('a ] b', '/i.png'), '![a \\] b](/i.png)')
})

test('recognizes YouTube videos by ID and by every common URL format', () => {
  const id = 'dQw4w9WgXcQ'
  for (const pasted of [
    id,
    ` ${id} `,
    `https://www.youtube.com/watch?v=${id}&t=3s`,
    `https://m.youtube.com/watch?feature=x&v=${id}`,
    `youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}?si=abc`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}`,
  ]) {
    assert.equal(youtubeId(pasted), id, pasted)
  }
  for (const other of [
    '',
    'short',
    `https://youtube.com.evil.example/watch?v=${id}`,
    'https://youtube.com/watch?v="><script>',
  ]) {
    assert.equal(youtubeId(other), null, other)
  }
  assert.match(videoEmbed(id), /^<iframe src="https:\/\/www\.youtube\.com\/embed\/dQw4w9WgXcQ"/)
})

test('inserts sample code for three languages and a placeholder for others', () => {
  assert.match(codeBlock(''), /^```javascript\n.*greet/)
  assert.match(codeBlock('python'), /^```python\ndef greet/)
  assert.match(codeBlock('Java'), /^```Java\npublic class Main/)
  assert.equal(codeBlock('rust'), '```rust\n// Your code here\n```')
  assert.equal(codeBlock('``` evil`'), '```evil\n// Your code here\n```')
})
