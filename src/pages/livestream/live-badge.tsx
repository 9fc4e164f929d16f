import { t } from '#messages/messages.ts'
import './live-badge.css'

export const LiveBadge = () => <span className="live-badge">{t('LIVE')}</span>
