import './live-badge.css'

export const LiveBadge = () => <span className="live-badge">LIVE</span>
