import type { Notice } from '#features/work/sponsorship/sponsorship-form.hooks.ts'
import { showToast } from '#ui/toasts.ts'

export const tellSuccess = (notice: Notice): void => void showToast({ ...notice, variant: 'success' })
export const tellFailure = (notice: Notice): void => void showToast({ ...notice, variant: 'error' })
