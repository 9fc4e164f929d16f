import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import {
  changeMessage,
  type ContactMessage,
  deleteMessage,
  getMessages,
  type MessageChange,
  type MessageInput,
  messagesPerPage,
  sendMessage,
} from './contact-messages.contract.ts'
import type { MessageFolder } from './message-folders.contract.ts'

/** Sends a message to the site's owner. */
export const useSendMessage = () =>
  useMutation({ mutationFn: (message: MessageInput) => call(sendMessage, { body: JSON.stringify(message) }) })

/** Loads a page of a folder. Keeps showing the previous page while another one loads. */
export const useMessages = (folder: MessageFolder, page: number) =>
  useQuery({
    ...queryOf(getMessages, { query: { folder, page, limit: messagesPerPage } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Returns the actions on a message. */
export function useMessageActions({ id }: Pick<ContactMessage, 'id'>) {
  const refetch = useRefetch(getMessages)
  return {
    change: (body: MessageChange) => call(changeMessage, { params: { id }, body }).finally(refetch),
    remove: () => call(deleteMessage, { params: { id } }).finally(refetch),
  }
}
