import { useState, useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import { ApiError, isRefusal, messageOf } from '#web/api.ts'
import type { ChatInput, ChatRoom } from './chat.contract.ts'
import { useSendMessage } from './chat.hooks.ts'

interface Refusal {
  text: string
  isMisnamed: boolean
  /** When the message can be sent again, in ms since the Unix epoch; 0 if it can be sent immediately. */
  untilMs: number
  slowModeSeconds: number
}

/** Sends messages. Remembers why the last message was rejected and when it may be sent again. */
export function useSending(livestreamId: number, { slowModeSeconds }: Pick<ChatRoom, 'slowModeSeconds'>) {
  const { mutateAsync, isPending } = useSendMessage(livestreamId)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  // A slow-mode wait ends when the slow-mode setting changes.
  const isCurrent = refusal !== null && refusal.slowModeSeconds === slowModeSeconds
  const wait = useSecondsUntil(isCurrent ? refusal.untilMs : 0)
  const isOver = refusal !== null && refusal.untilMs > 0 && wait === 0

  /** `misnamed`: the name is already in use. */
  async function send(input: ChatInput): Promise<'sent' | 'refused' | 'misnamed'> {
    try {
      await mutateAsync(input)
      setRefusal(null)
      return 'sent'
    } catch (reason) {
      const text = messageOf(reason, t('Failed to send message'))
      const isMisnamed = isRefusal(reason, 409)
      setRefusal({ text, isMisnamed, untilMs: untilMsOf(reason), slowModeSeconds })
      return isMisnamed ? 'misnamed' : 'refused'
    }
  }
  const shown = isOver ? null : refusal
  return { send, isPending, wait, refusedWhy: shown?.text ?? null, isMisnamed: shown?.isMisnamed ?? false }
}

const untilMsOf = (reason: unknown) =>
  reason instanceof ApiError && reason.waitSeconds > 0 ? Date.now() + reason.waitSeconds * 1000 : 0

const useSecondsUntil = (untilMs: number): number =>
  useSyncExternalStore(
    onTick,
    () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000)),
    () => 0,
  )

function onTick(listener: () => void): () => void {
  const timer = setInterval(listener, 250)
  return () => clearInterval(timer)
}
