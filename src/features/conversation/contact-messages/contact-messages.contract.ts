import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media, redirect } from '#kernel/endpoint.contract.ts'
import {
  commentDoubts,
  spamFields,
  VisitorName,
  messageErrors,
  writtenText,
} from '#features/conversation/comments/comments.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { messageFolders } from './message-folders.contract.ts'

/** How long messages are kept after they arrive. */
export const messageDays = 365
export const spamDays = 90

/** A message from the contact form. Source: docs/product.md, Contact form. */
export const MessageInput = z.object({
  name: VisitorName,
  email: z
    .string({ error: () => t('Email is required') })
    .check(
      z.trim(),
      z.minLength(1, { error: () => t('Email is required') }),
      z.maxLength(254, { error: () => t('Email must be at most 254 characters') }),
      z.email({ error: () => t('Enter an email address such as you@example.org') }),
    ),
  message: writtenText(messageErrors),
  ...spamFields,
})
export type MessageInput = z.infer<typeof MessageInput>

/** A message as the site's owner sees it. */
export const ContactMessage = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** Plain text. */
  message: z.string(),
  folder: z.enum(messageFolders),
  isRead: z.boolean(),
  /** The reasons why it may be spam. */
  doubts: z.array(z.enum(commentDoubts)),
  createdAt: z.iso.datetime(),
})
export type ContactMessage = z.infer<typeof ContactMessage>

const MessageList = z.object({
  messages: z.array(ContactMessage),
  /** The number of messages in each folder. */
  counts: z.record(z.enum(messageFolders), z.int()),
  /** The number of unread messages in the inbox. */
  unread: z.int(),
  ...pageFields,
})
export type MessageList = z.infer<typeof MessageList>

export const messagesPerPage = 20
const MessageQuery = z.extend(PageQuery, {
  limit: z._default(PageQuery.shape.limit, messagesPerPage),
  folder: z._default(z.enum(messageFolders, 'folder must be inbox, archive, or spam'), 'inbox'),
})
export type MessageQuery = z.infer<typeof MessageQuery>

const MessageChange = z.object({ isRead: z.optional(z.boolean()), folder: z.optional(z.enum(messageFolders)) }).check(
  z.refine(({ isRead, folder }) => isRead !== undefined || folder !== undefined, {
    error: () => t('Set isRead or folder'),
  }),
)
export type MessageChange = z.infer<typeof MessageChange>

/** The handler reads the body: scripts send `MessageInput`, and browsers without JavaScript submit a form. The response
 *  to a form is a redirect to the contact page or a page that shows the form again. */
export const sendMessage = endpoint('POST /api/messages', {
  summary: 'Send a message to the site’s owner',
  access: 'anyone',
  headers: { origin: 'Must be this site’s origin if the body is a form' },
  body: media('application/json'),
  answer: z.null(),
  alternatives: [redirect, media('text/html')],
})
export const getMessages = endpoint('GET /api/admin/messages', {
  summary: 'List the messages from the contact form, newest first (owner only)',
  access: 'admin',
  query: MessageQuery,
  answer: MessageList,
})
export const changeMessage = endpoint('PATCH /api/admin/messages/:id', {
  summary: 'Mark a message as read or unread, or move it to another folder (owner only)',
  access: 'admin',
  params: { id: IdText },
  body: MessageChange,
  answer: ContactMessage,
})
export const deleteMessage = endpoint('DELETE /api/admin/messages/:id', {
  summary: 'Delete a message (owner only)',
  access: 'admin',
  params: { id: IdText },
  answer: z.null(),
})
