const webmentionQueuePath = '/api/admin/webmentions'
export const queuedWebmentionPath = (id: number | ':id') => `${webmentionQueuePath}/${id}` as const
export const webmentionBulkPath = `${webmentionQueuePath}/bulk`
