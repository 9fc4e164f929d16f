import type { Density } from './look-names.contract.ts'

/** The design tokens that differ from the comfortable density, without their leading dashes. */
const compact = {
  'text-m': '0.875rem',
  'text-l': '1rem',
  'space-3': '0.5rem',
  'space-4': '0.75rem',
  'space-5': '1.125rem',
  'space-6': '1.5rem',
  'space-7': '2.25rem',
  'space-8': '3.25rem',
}

export const densityTokens = (density: Density): Record<string, string> => (density === 'compact' ? compact : {})
