import { address } from '#kernel/address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

/** Shows the first livestream in the list. */
export const livestreamsAddress = address('/livestream', {})
export const livestreamAddress = address('/livestream/:id', { params: { id: IdText } })
export const recordingAddress = address('/livestream/:id/recording/:recordingId', {
  params: { id: IdText, recordingId: IdText },
})
export const manageLivestreamsAddress = address('/livestreams/manage', {})
export const goLiveAddress = address('/livestreams/:id/go-live', { params: { id: IdText } })
