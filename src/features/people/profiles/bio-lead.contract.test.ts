import assert from 'node:assert/strict'
import { test } from 'vitest'
import { bioLead } from './bio-lead.contract.ts'

const bio = 'I build maps. I also write. Ask me anything!'

test('returns the sentences that fit', () => {
  assert.equal(bioLead(bio, 44), bio)
  assert.equal(bioLead(bio, 43), 'I build maps. I also write.')
  assert.equal(bioLead(bio, 27), 'I build maps. I also write.')
  assert.equal(bioLead(bio, 26), 'I build maps.')
})

test('does not end a sentence at a dot inside a word', () => {
  assert.equal(bioLead('I use Node.js and Rust. And more.', 25), 'I use Node.js and Rust.')
})

test('returns the whole bio if its first sentence is too long', () => {
  assert.equal(bioLead(bio, 12), bio)
})
