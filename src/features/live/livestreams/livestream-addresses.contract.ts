import { id } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

/** Shows the first livestream in the list. */
export const livestreamsAddress = address('/livestream', {})
export const livestreamAddress = address('/livestream/:id', { params: { id } })
export const recordingAddress = address('/livestream/:id/recording/:recordingId', {
  params: { id, recordingId: id },
})
export const manageLivestreamsAddress = address('/livestreams/manage', {})
export const goLiveAddress = address('/livestreams/:id/go-live', { params: { id } })
